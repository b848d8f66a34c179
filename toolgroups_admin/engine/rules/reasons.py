"""Why a rule node has its verdict: stable codes, and what each means in one line."""

from collections.abc import Mapping
from typing import Final

from ..faults import gettext_noop

ALWAYS: Final = "always"
KEYWORD_FOUND: Final = "keyword_found"
NO_KEYWORD_FOUND: Final = "no_keyword_found"
NO_KEYWORDS: Final = "no_keywords"
NO_TEXT: Final = "no_text"
PATTERN_FOUND: Final = "pattern_found"
PATTERN_NOT_FOUND: Final = "pattern_not_found"
PATTERN_TIMEOUT: Final = "pattern_timeout"
NOT_EVALUATED: Final = "not_evaluated"
CONDITION_HOLDS: Final = "condition_holds"
CONDITION_FAILS: Final = "condition_fails"
FIELD_PRESENT: Final = "field_present"
FIELD_MISSING: Final = "field_missing"
FIELD_UNREADABLE: Final = "field_unreadable"
TYPE_MISMATCH: Final = "type_mismatch"
EXPRESSION_TRUE: Final = "expression_true"
EXPRESSION_FALSE: Final = "expression_false"
EXPRESSION_ERROR: Final = "expression_error"
MATCHER_TRUE: Final = "matcher_true"
MATCHER_FALSE: Final = "matcher_false"
MATCHER_FAILED: Final = "matcher_failed"
MATCHER_NOT_BOOL: Final = "matcher_not_bool"
IN_ROLLOUT: Final = "in_rollout"
NOT_IN_ROLLOUT: Final = "not_in_rollout"
IN_SCHEDULE: Final = "in_schedule"
NOT_YET: Final = "not_yet"
OVER: Final = "over"
OUTSIDE_WINDOWS: Final = "outside_windows"
TIME_OUT_OF_RANGE: Final = "time_out_of_range"
ALL_TRUE: Final = "all_true"
CHILD_FALSE: Final = "child_false"
CHILD_TRUE: Final = "child_true"
ALL_FALSE: Final = "all_false"
CHILD_UNKNOWN: Final = "child_unknown"
NEGATED: Final = "negated"
SHARED_RULE: Final = "shared_rule"

REASONS: Final[Mapping[str, str]] = {
    ALWAYS: gettext_noop("This node is always true."),
    KEYWORD_FOUND: gettext_noop("One of the keywords stands in a message."),
    NO_KEYWORD_FOUND: gettext_noop("None of the keywords stands in a message."),
    NO_KEYWORDS: gettext_noop("There is no keyword that is not blank."),
    NO_TEXT: gettext_noop("No message that this node looks at has a text."),
    PATTERN_FOUND: gettext_noop("The pattern was found."),
    PATTERN_NOT_FOUND: gettext_noop("The pattern was not found."),
    PATTERN_TIMEOUT: gettext_noop("Searching the pattern took too long and was stopped."),
    NOT_EVALUATED: gettext_noop("Not evaluated: the time for searches was used up while explaining."),
    CONDITION_HOLDS: gettext_noop("The field fulfils the condition."),
    CONDITION_FAILS: gettext_noop("The field does not fulfil the condition."),
    FIELD_PRESENT: gettext_noop("The field has a value."),
    FIELD_MISSING: gettext_noop("The field is missing or null."),
    FIELD_UNREADABLE: gettext_noop("The field's value could not be read."),
    TYPE_MISMATCH: gettext_noop("The field's value has a type that this operator cannot take."),
    EXPRESSION_TRUE: gettext_noop("The expression is true."),
    EXPRESSION_FALSE: gettext_noop("The expression is false."),
    EXPRESSION_ERROR: gettext_noop("The expression failed, or its value is neither true nor false."),
    MATCHER_TRUE: gettext_noop("The matcher registered in code said yes."),
    MATCHER_FALSE: gettext_noop("The matcher registered in code said no."),
    MATCHER_FAILED: gettext_noop("The matcher registered in code raised an error."),
    MATCHER_NOT_BOOL: gettext_noop("The matcher registered in code answered neither yes nor no."),
    IN_ROLLOUT: gettext_noop("The value falls inside the rollout."),
    NOT_IN_ROLLOUT: gettext_noop("The value falls outside the rollout."),
    IN_SCHEDULE: gettext_noop("The schedule includes this moment."),
    NOT_YET: gettext_noop("The schedule has not begun."),
    OVER: gettext_noop("The schedule is over."),
    OUTSIDE_WINDOWS: gettext_noop("This moment is outside the weekly windows."),
    TIME_OUT_OF_RANGE: gettext_noop("This moment cannot be told in the schedule's time zone."),
    ALL_TRUE: gettext_noop("All rules below are true."),
    CHILD_FALSE: gettext_noop("A rule below is false."),
    CHILD_TRUE: gettext_noop("A rule below is true."),
    ALL_FALSE: gettext_noop("All rules below are false."),
    CHILD_UNKNOWN: gettext_noop("A rule below is unknown, and no other one decides."),
    NEGATED: gettext_noop("The opposite of the rule below."),
    SHARED_RULE: gettext_noop("The verdict of the shared rule."),
}

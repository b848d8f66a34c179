"""How large a document and its parts may be: one place for every bound that reading checks (design §10)."""

DEPTH = 64  # nested lists and objects, counted from the document itself
FREE_DEPTH = 32  # nested lists and objects of a schema, counted from the schema itself
OBJECT_VALUES = 100_000  # JSON values in one tool, rule, group or prompt
OBJECTS = 100_000  # objects in one section
INTEGER_BITS = 1024  # whole numbers stay in the range of a double, so that every reader can write them

IDENTITY = 128  # characters
WIRE_NAME = 256
TITLE = 200
NOTE = 2_000
DESCRIPTION = 50_000
INSTRUCTIONS = 500_000  # a system prompt or system message
REFERENCES = 20_000  # entries of one list of identities
LABELS = 100  # tags, waivers, context keys
ARGUMENTS = 200
URL_PATH = 2_000
ANSWER_PATH = 500
TIMEOUT_SECONDS = 600

RULE_NODES = 1_000  # in one tree
KEYWORDS = 2_000  # in one node
KEYWORD = 1_000
NODE_ID = 128

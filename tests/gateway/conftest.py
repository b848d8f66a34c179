"""One model server and one gateway for all tests of the folder; each test puts its own script and release on the desk."""

from collections.abc import Iterator

import openai
import pytest
from pytest_django.fixtures import Settings

from tests.engine.building import contains, document, group, tool
from tests.execution.calling import Json
from tests.gateway.chatting import Desk, Office, client, desk_of, python, served
from tests.gateway.models import Model, model_server, says_nothing
from tests.live_state import own_live_state
from tests.releases.conftest import ada, browser, in_english, production
from toolgroups_admin.execution.background import BACKGROUND
from toolgroups_admin.traffic.writing import WRITER

__all__ = ["ada", "browser", "in_english", "own_live_state", "production"]

SEED = "tests.execution.test_seed_001"
TOOLS = [f"{SEED}:{name}" for name in ("StockTools", "WalletTools", "CustomerTools")]
ONE_TEXT: Json = {"type": "object", "properties": {"location": {"type": "string"}}, "required": ["location"]}


@pytest.fixture(scope="session")
def _model_server() -> Iterator[Model]:
    with model_server() as model:
        yield model


@pytest.fixture(scope="session")
def office() -> Iterator[Office]:
    with served() as running:
        yield running
    BACKGROUND.stop()


@pytest.fixture
def url(office: Office) -> str:
    return office.url


@pytest.fixture
def model(_model_server: Model) -> Model:
    _model_server.place.asked.clear()
    _model_server.script = says_nothing
    return _model_server


@pytest.fixture
def desk(model: Model, office: Office, settings: Settings) -> Iterator[Desk]:
    """Tools of seed 001 in a group that hits on "please", and one group that does not."""
    settings.TOOLGROUPS_TOOLS = [*TOOLS, "tests.execution.weather_tools"]
    settings.DEBUG = False
    released = document(
        group(
            "seed",
            python("number_of_shares"),
            python("stock_price", parameters={"type": "object", "properties": {"company": {"type": "string"}}}),
            python("customer_info", parameters={"type": "object", "properties": {"id": {"type": "integer"}}}),
            python(
                "customer_record",
                parameters={"type": "object", "properties": {"id": {"type": "integer"}}},
                return_direct=True,
            ),
            python("currentWeather", parameters=ONE_TEXT),
            python("get_current_date_time"),
            python("set_alarm", parameters={"type": "object", "properties": {"time": {"type": "string"}}}),
            python("refund", "number_of_shares", sensitive=True),
            tool("ask_user"),
            system_prompt="Use tools.",
            matcher=contains("Please"),
        ),
        group("missed", tool("never"), matcher=contains("zebra")),
        system_message="You help.",
        default_model="m",
    )
    desk = desk_of(model, released)
    office.desk = desk
    WRITER._waiting.clear()
    yield desk
    WRITER._waiting.clear()


@pytest.fixture
def chatter(desk: Desk, url: str) -> Iterator[openai.OpenAI]:
    """The official client with a key that is limited to the prompt `p`."""
    with client(url) as made:
        yield made

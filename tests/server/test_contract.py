"""The service keeps to its own OpenAPI document, whatever it is sent."""

from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from explanans.server.app import build
from explanans.server.functions import Functions
from explanans.server.gate import Gate, Limits
from explanans.server.offers import Parts
from explanans.server.telemetry import Metrics
from tests import consoles

from .conftest import Inline

METRICS = Metrics()
WORKERS = Inline(Functions(Parts((str(consoles.DOCS / "examples/bicycle.txt"),), "bm25")))
APP: Any = Gate(build(WORKERS, METRICS), None, Limits(size=10**9), METRICS)
SCHEMA = schemathesis.openapi.from_asgi("/openapi.json", APP)


@SCHEMA.parametrize()
@settings(max_examples=4, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_every_answer_is_as_the_document_says(case: Any) -> None:
    # A text may be one and still say nothing that can be used; then the answer is one of ours, with the status 422.
    case.call_and_validate(excluded_checks=[positive_data_acceptance])

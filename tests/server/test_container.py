"""The container file: nothing here builds it, so what it says is held against the package."""

import json
import re
import tomllib
from pathlib import Path

from typer.main import get_command

from explanans.cli import app

CHECKOUT = Path(__file__).parents[2]
LINES = re.sub(r"\\\n\s*", "", (CHECKOUT / "Containerfile").read_text(encoding="utf-8")).splitlines()
STEPS = [line.split(maxsplit=1) for line in LINES if line and not line.startswith("#")]
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def the(step: str) -> list[str]:
    return [rest for name, rest in STEPS if name == step]


def test_every_step_is_one() -> None:
    known = {
        "FROM",
        "COPY",
        "RUN",
        "ENV",
        "USER",
        "WORKDIR",
        "EXPOSE",
        "STOPSIGNAL",
        "HEALTHCHECK",
        "ENTRYPOINT",
        "CMD",
    }
    assert {name for name, _ in STEPS} == known


def test_python_is_one_that_the_package_runs_on() -> None:
    versions = {re.search(r"python:3\.(\d+)-slim", image)[1] for image in the("FROM")}  # type: ignore[index]
    assert len(versions) == 1
    (version,) = versions
    assert f"Programming Language :: Python :: 3.{version}" in PROJECT["classifiers"]


def test_it_is_built_from_the_wheel_with_an_extra_that_there_is() -> None:
    copied = [step for step in the("COPY") if not step.startswith("--from=build")]
    assert copied == ["dist/*.whl /dist/"]
    extras = re.findall(r"explanans\[(\w+)\] @ file:", " ".join(the("RUN")))
    assert extras == ["service"]
    assert extras[0] in PROJECT["optional-dependencies"]
    for name in (".containerignore", ".dockerignore"):
        assert (CHECKOUT / name).read_text(encoding="utf-8").split() == ["*", "!dist/*.whl"]


def test_it_starts_the_service_as_somebody_without_rights() -> None:
    assert the("USER") == ["10001"]
    entry, given = json.loads(the("ENTRYPOINT")[0]), json.loads(the("CMD")[0])
    assert [*entry, *given][:2] == ["explanans", "api"]
    group = get_command(app)
    command = getattr(group, "commands")["api"]  # noqa: B009
    settings = command.make_context("api", [*entry, *given][2:]).params
    assert settings["host"] == "0.0.0.0"
    assert settings["keys"] == Path("/run/secrets/explanans-keys")
    assert f"{settings['port']}" == the("EXPOSE")[0]
    assert f":{settings['port']}/health" in the("HEALTHCHECK")[0]


def test_the_check_of_its_health_is_a_program() -> None:
    (check,) = the("HEALTHCHECK")
    command = json.loads(check.partition("CMD ")[2])
    compile(command[2], "HEALTHCHECK", "exec")

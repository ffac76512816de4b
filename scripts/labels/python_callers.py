"""Records which functions call each function while the tests run: a plugin of pytest over the interpreter's profile hook.

    PYTHONPATH=FOLDER python -m pytest -p python_callers --callers-of NAME.ndjson

writes one JSON object per called function of the repository: path, line and name of its definition, and its callers on the
stack: the function that called it, and the one that called that. A lambda or comprehension belongs to the innermost function
with a name around it, or to its file. Frames of other packages and of generated code are passed over: who calls what a
library hands on is who called the library. Each time that a generator is asked for more is a call of it. Law kept: what
importing runs is not told.
"""

import json
import sys
import threading

import pytest
from python_tests import ROOT, definition, definitions_by_name

calls = {}


def pytest_addoption(parser):
    parser.addoption("--callers-of", default="callers_of.ndjson")


def named(code):
    """File and dotted name of the innermost function with a name that a code belongs to; no name at module level."""
    parts = [part for part in code.co_qualname.split(".") if part != "<locals>"]
    while parts and parts[-1].startswith("<"):
        parts.pop()
    return code.co_filename, ".".join(parts)


def profile(frame, event, _):
    if event != "call" or not frame.f_code.co_filename.startswith(ROOT) or frame.f_code.co_name.startswith("<"):
        return
    called = named(frame.f_code)
    callers = calls.setdefault((frame.f_code.co_filename, frame.f_code.co_firstlineno), set())
    last, depth, at = called, 0, frame.f_back
    while at is not None and depth < 2:
        if at.f_code.co_filename.startswith(ROOT):
            one = named(at.f_code)
            if one != last:
                callers.add(one)
                depth += 1
            last = one
        at = at.f_back
    callers.discard(called)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item):
    threading.setprofile(profile)
    sys.setprofile(profile)
    yield
    sys.setprofile(None)
    threading.setprofile(None)


def pytest_sessionfinish(session):
    files = {}
    with open(session.config.getoption("--callers-of"), "w") as out:
        for place in sorted(calls):
            function = definition(files, place)
            if function is None or not calls[place]:
                continue
            callers = [caller(path, name) for path, name in sorted(calls[place])]
            out.write(json.dumps({**function, "callers": callers}) + "\n")


def caller(path, name):
    told = {"path": path[len(ROOT) :].replace("\\", "/")}
    line = definitions_by_name(path).get(name)
    return told if line is None else {**told, "line": line, "name": name}

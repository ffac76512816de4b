"""Records which functions each test executes: a plugin of pytest that needs nothing but the interpreter's profile hook.

    PYTHONPATH=src:FOLDER python -m pytest -p python_tests --tests-of NAME.ndjson

writes one JSON object per executed function of the repository: path, line and name of its definition, and the tests that
ran its body between the start of their fixtures and the end of their teardown. Law kept: nothing that only importing runs
is told, since modules, classes and lambdas have no line of their own here. A fixture of a wider scope counts for the test
that set it up. Not here: choosing among the functions.
"""

import ast
import functools
import inspect
import json
import os
import pathlib
import sys
import threading

import pytest

ROOT = os.getcwd() + os.sep
executed = {}
current = set()


def pytest_addoption(parser):
    parser.addoption("--tests-of", default="tests_of.ndjson")


def profile(frame, event, _):
    if event == "call":
        current.add(frame.f_code)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item):
    current.clear()
    threading.setprofile(profile)
    sys.setprofile(profile)
    yield
    sys.setprofile(None)
    threading.setprofile(None)
    test = inspect.unwrap(getattr(item, "function", None) or item.runtest).__code__
    for code in current:
        if code.co_filename.startswith(ROOT) and code is not test:
            executed.setdefault((code.co_filename, code.co_firstlineno), set()).add((test.co_filename, test.co_firstlineno))


def pytest_sessionfinish(session):
    files = {}
    with open(session.config.getoption("--tests-of"), "w") as out:
        for place in sorted(executed):
            function = definition(files, place)
            tests = [definition(files, test) for test in sorted(executed[place])]
            if function is not None:
                out.write(json.dumps({**function, "tests": [test for test in tests if test is not None]}) + "\n")


def definition(files, place):
    """Path, line and dotted name of the function whose code starts there; None for lambdas, comprehensions and modules."""
    path, first = place
    if path not in files:
        # Code may also come from templates, out of archives, and from folders that are gone.
        is_here = path.endswith(".py") and os.path.isfile(path)
        source = pathlib.Path(path).read_text(encoding="utf-8") if is_here else ""
        files[path] = dict(definitions(ast.parse(source), ""))
    found = files[path].get(first)
    return found and {"path": path[len(ROOT) :].replace(os.sep, "/"), "line": found[0], "name": found[1]}


def definitions(node, outer):
    """Each function by the line at which its code starts, which is that of its first decorator."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield from definitions(child, outer)
            continue
        name = outer + child.name
        if not isinstance(child, ast.ClassDef):
            yield min([child.lineno, *(one.lineno for one in child.decorator_list)]), (child.lineno, name)
        yield from definitions(child, name + ".")


@functools.cache
def definitions_by_name(path):
    """Line of each function of a file by its dotted name."""
    tree = ast.parse(pathlib.Path(path).read_text(encoding="utf-8"))
    return {name: line for _, (line, name) in definitions(tree, "")}

"""Prints each function of the Python files named on standard input, one JSON object a line: path, line of its name, first line
with its decorators, last line and dotted name. Stubs of overloads have nothing to change and are left out.
A line 0 says that a file was read at all.
"""

import ast
import json
import pathlib
import sys


def functions(node, outer):
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield from functions(child, outer)
            continue
        name = outer + child.name
        decorators = child.decorator_list
        if not isinstance(child, ast.ClassDef) and not any(map(is_overload, decorators)):
            start = min([child.lineno, *(one.lineno for one in decorators)])
            yield {"line": child.lineno, "start": start, "end": child.end_lineno, "name": name}
        yield from functions(child, name + ".")


def is_overload(decorator):
    return ast.unparse(decorator).split(".")[-1] == "overload"


for line in sys.stdin:
    path = line.rstrip("\n")
    try:
        tree = ast.parse(pathlib.Path(path).read_text(encoding="utf-8"))
    except (SyntaxError, UnicodeDecodeError):
        continue
    print(json.dumps({"path": path, "line": 0}))
    for function in functions(tree, ""):
        print(json.dumps({"path": path, **function}))

// Names that the language itself owns: builtins of Python 3.11 to 3.14, and members that every object or class has.

export const BUILTINS: ReadonlySet<string> = new Set(
  `
    ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError
    BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError
    ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning
    EnvironmentError Exception ExceptionGroup False FileExistsError FileNotFoundError FloatingPointError
    FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError
    InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError
    NameError None NotADirectoryError NotImplemented NotImplementedError OSError OverflowError
    PendingDeprecationWarning PermissionError ProcessLookupError PythonFinalizationError RecursionError
    ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError
    SyntaxWarning SystemError SystemExit TabError TimeoutError True TypeError UnboundLocalError
    UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning
    ValueError Warning WindowsError ZeroDivisionError __builtins__ __debug__ __doc__ __file__ __import__
    __loader__ __name__ __package__ __path__ __spec__ abs aiter all anext any ascii bin bool breakpoint
    bytearray bytes callable chr classmethod compile complex copyright credits delattr dict dir divmod
    enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help hex id input int
    isinstance issubclass iter len license list locals map max memoryview min next object oct open ord pow
    print property quit range repr reveal_type reversed round set setattr slice sorted staticmethod str sum
    super tuple type vars zip
  `.trim().split(/\s+/),
);

export const OBJECT_MEMBERS: ReadonlySet<string> = new Set(
  `
    __annotations__ __bases__ __class__ __closure__ __code__ __defaults__ __delattr__ __dict__ __dir__
    __doc__ __eq__ __format__ __func__ __ge__ __getattribute__ __getstate__ __globals__ __gt__ __hash__
    __init__ __init_subclass__ __le__ __lt__ __module__ __mro__ __name__ __ne__ __new__ __qualname__
    __reduce__ __reduce_ex__ __repr__ __self__ __setattr__ __sizeof__ __slots__ __str__ __subclasses__
    __subclasshook__ __weakref__ __wrapped__ mro
  `.trim().split(/\s+/),
);

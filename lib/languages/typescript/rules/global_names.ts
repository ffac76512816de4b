// Names that the runtimes own: of the language, of browsers, of Node and of the usual test runners.

export const GLOBALS: ReadonlySet<string> = new Set(
  `
    AbortController AbortSignal AggregateError Array ArrayBuffer ArrayBufferLike ArrayLike
    AsyncDisposableStack AsyncGenerator AsyncIterable AsyncIterator Atomics Audio Awaited BigInt
    BigInt64Array BigUint64Array Blob BodyInit Boolean BroadcastChannel Buffer BufferSource Bun
    ByteLengthQueuingStrategy CSS Capitalize Comment CompressionStream ConstructorParameters
    CountQueuingStrategy Crypto CryptoKey CustomEvent D1Database DOMException DOMParser DataView Date
    DecompressionStream Deno DisposableStack DocumentFragment DurableObject EdgeRuntime Element Error
    EvalError Event EventTarget Exclude ExecutionContext Extract File FileList FileReader
    FinalizationRegistry Float16Array Float32Array Float64Array FormData Function Generator
    HTMLButtonElement HTMLDivElement HTMLElement HTMLInputElement HTMLRewriter Headers HeadersInit Image
    Infinity InstanceType Int16Array Int32Array Int8Array IntersectionObserver Intl Iterable
    IterableIterator Iterator JSON JSX KVNamespace KeyboardEvent Lowercase Map Math MessageChannel
    MessageEvent MessagePort MouseEvent MutationObserver NaN Netlify Node NodeJS NodeList NonNullable
    Number Object Omit Parameters Partial Performance PerformanceEntry PerformanceMark
    PerformanceMeasure PerformanceObserver PerformanceObserverEntryList PerformanceResourceTiming Pick
    Promise PromiseLike PropertyDescriptor PropertyKey Proxy R2Bucket Range RangeError React
    ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest
    ReadableStreamDefaultController ReadableStreamDefaultReader Readonly ReadonlyArray Record
    ReferenceError Reflect RegExp Request RequestInfo RequestInit Required ResizeObserver Response
    ResponseInit ReturnType SVGElement Selection Set ShadowRoot SharedArrayBuffer String SubtleCrypto
    SuppressedError Symbol SyntaxError TemplateStringsArray Temporal Text TextDecoder TextDecoderStream
    TextEncoder TextEncoderStream ThisType TransformStream TransformStreamDefaultController TypeError
    URIError URL URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray Uncapitalize
    Uppercase WeakMap WeakRef WeakSet WebAssembly WebSocket WebSocketPair Worker WritableStream
    WritableStreamDefaultController WritableStreamDefaultWriter XMLHttpRequest XMLSerializer __dirname
    __filename addEventListener after afterAll afterEach alert arguments assert async_hooks atob before
    beforeAll beforeEach btoa buffer caches cancelAnimationFrame chai child_process clearImmediate
    clearInterval clearTimeout cluster confirm console constants context crypto customElements cy
    decodeURI decodeURIComponent define describe dgram diagnostics_channel dispatchEvent dns document
    domain encodeURI encodeURIComponent escape eval events expect exports fetch frames fs
    getComputedStyle global globalThis history http http2 https importScripts indexedDB inspector
    isFinite isNaN it jasmine jest localStorage location matchMedia module navigator net onmessage os
    parent parseFloat parseInt path perf_hooks performance postMessage process prompt punycode
    querystring queueMicrotask readline removeEventListener repl requestAnimationFrame require screen
    scrollTo self sessionStorage setImmediate setInterval setTimeout sinon stream string_decoder
    structuredClone suite sys test timers tls top trace_events tty undefined unescape url util v8 vi
    vitest vm wasi window worker_threads zlib
  `.trim().split(/\s+/),
);

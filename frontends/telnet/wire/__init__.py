"""The telnet protocol, the server's end, without I/O: bytes in, events out; text in, bytes out.

    wire = Wire()
    send(wire.start() + wire.encode(banner))
    for event in wire.feed(received):
        ...

It is built in layers, each knowing only the one below, because a command may sit anywhere, inside an escape
sequence or a character, and packets end where they please:

    octets       a stream of octets      -> data, commands, negotiations, subnegotiations     (RFC 854, 855)
    options      negotiations            -> answers, and who does what                        (RFC 1143)
    questions    subnegotiations         -> window size, terminal types, character set        (RFC 1073, 1091, 2066)
                                         -> a few variables of the client's environment       (RFC 1572)
    gmcp, mssp   subnegotiations         -> what is told in JSON; figures for crawlers        (of MUD clients)
    keyboard     decoded characters      -> keys with names, clicks (`frontends.terminal.keyboard`)    (SGR 1006)
    lines        keys                    -> lines
    protocol     all of it               -> events

**Two modes.** A client begins in line mode: it edits and shows what is typed, and sends whole lines; events are
`Line`. `use_characters` offers WILL ECHO and WILL SGA, and when the client has agreed to *both*, it sends every key at
once and shows nothing; events are `Key`, `Clicked` and `Dropped`. The client's agreement stands in the stream exactly
between the last line and the first key, so nothing typed ahead is misread: what came before it is lines, what comes
after it keys, and a line half sent is handed on as keys. `use_lines` goes back the same way.

                       use_characters ->  WILL ECHO, WILL SGA
        +---------+                                          +--------+
        |  lines  |  -- DO ECHO and DO SGA: Mode(True) --->  |  keys  |
        |         |  <-- DONT ECHO or DONT SGA: Mode(False)  |        |
        +---------+                                          +--------+
                       use_lines ->  WONT ECHO, WONT SGA

A client that refuses one of the two is told to forget the other, since half of it is the worst of both, and
`Mode(False)` says that single keys are not to be had. A peer that asks for ECHO or SGA by itself while lines are
wanted is refused, and agrees later all the same (PuTTY does this with every connection).

**What is asked, and when.** `start` asks one question, DO TTYPE. The first negotiation that comes back shows a client
that speaks telnet (`Met`); it is then asked for its window size and for a few variables of its environment, and for
single keys if they are wanted by then, and offered MSSP and GMCP. Each terminal type brings a `Named`, until one is
`complete`.

**Prompts.** A prompt has no line end. Clients that show only what is finished wait for GA or EOR after it, so a prompt
is marked with one of them unless the client has agreed to SUPPRESS-GO-AHEAD; never before the client has shown that it
speaks telnet.

**What the caller must do with an event:**

    Answer          send the octets at once, before anything that later events cause
    Met             if a prompt stands, send `mark`
    Line            a line was typed; text without its end. Empty lines are common: some clients end lines twice
    Key             a key was pressed; see `frontends.screens.controls` for the names. The caller echoes. In line mode
                    only c-c, for which the line begun is forgotten, and c-d
    Clicked         the mouse was pressed on a cell
    Dropped         it was let go on a cell
    Mode            characters=True: begin to echo (`frontends.telnet.editor`) or to paint; False: stop doing so
    Sized           lay out anew. Comes only when the size changes, and never out of bounds
    Named           learn what the terminal is, or that a screen reader reads it out
    Environment     learn the person's language, and again what the terminal is
    Encoded         choose characters; `Wire.utf8` is set already
    Supports        tell it that in JSON, by `tell`, as it comes and as quickly as the client reads
    Crawled         send `mssp.told`
    TooLong         say once that the line was too long; nothing of it will come
    Foreign         send its answer and close. Everything else the peer sends is dropped

And in single keys: while `awaits_more`, if nothing comes for a moment, call `flush`, for a lone ESC is a key.

**What a hostile peer can do.** Nothing it sends raises. It makes the wire keep no more than the limits of its parts,
makes it send no more than `PATIENCE` answers (and for each timing mark or ping of GMCP as much as it took to ask), and
gets no event more often than once for what it sent.

The shell must receive urgent data in line (SO_OOBINLINE): a client that interrupts sends its data mark as urgent, and
without it the IAC before would swallow what follows.
"""

package arashi.delivery.protocol;

import arashi.delivery.Envelope;
import arashi.delivery.Reply;
import arashi.delivery.Verdict;
import arashi.delivery.memory.Claim;
import arashi.mime.address.MailAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * State machine of an LMTP or SMTP session.
 *
 * <pre>
 *                 MAIL                 RCPT
 *   COMMAND ────────────► ADMITTING  ────────────► JUDGING
 *    ▲ │ │ ▲ ◄─ admitted ──────┘    ◄─── judged ──────┘
 *    │ │ │ └──── end of chunk ───────────────┐
 *    │ │ └─ BDAT ───────────────────────► CHUNK ──┐ end of the last chunk
 *    │ └─── DATA ─────► DATA ── dot ───────────┬──┘
 *    └───── delivered ◄──── DELIVERING ◄───────┘
 *
 *   COMMAND ── STARTTLS ─► SECURING ── secured ─► COMMAND   any ── QUIT, too much ─► ENDED
 * </pre>
 *
 * <p>{@link #next} consumes octets until the session needs an answer from its caller. The caller
 * gives it through the method that {@link Next} names, and calls {@code next} again.
 */
public final class Session {
  private enum State {
    COMMAND,
    ADMITTING,
    JUDGING,
    DATA,
    CHUNK,
    DELIVERING,
    SECURING,
    ENDED
  }

  private static final int MAX_NAME = 255;

  private final SessionConfig config;
  private final Client client;
  private final Supplier<Claim> claims;
  private final CommandLines lines;
  private final ReplyBuffer replies = new ReplyBuffer();

  private State state = State.COMMAND;
  private String hello; // null before the client's greeting
  private boolean tls;
  private Transaction transaction; // null if none; tentative while ADMITTING
  private MailAddress candidate;
  private BodyReader content; // null while no content is received
  private boolean lastContent;
  private Reply chunkRefusal; // reply after the chunk; null if the chunk belongs to a mail
  private long lineCount;
  private int commands; // since the last accepted mail
  private int errors;
  private boolean putOff; // the last MAIL was refused for now; its pipelined commands are no errors

  /**
   * Starts a session; its first reply is the greeting.
   *
   * @param claims returns the memory of each mail
   */
  public Session(SessionConfig config, Client client, Supplier<Claim> claims) {
    this.config = config;
    this.client = client;
    this.claims = claims;
    this.lines = new CommandLines(config.limits());
    String protocol = config.isLmtp() ? "LMTP" : "ESMTP";
    replies.add(new Reply(220, "", config.hostname() + " " + protocol + " Arashi"));
  }

  /** Consumes octets as far as possible; the rest in the buffer is for the next call. */
  public Next next(ByteBuffer in) {
    while (true) {
      switch (state) {
        case COMMAND -> {
          switch (lines.read(in)) {
            case MORE -> {
              return Next.INPUT;
            }
            case LINE -> execute(lines.take());
            case TOO_LONG -> {
              lines.forget();
              error(Replies.TOO_LONG);
            }
            case ENDLESS -> end(Replies.TOO_LONG);
          }
        }
        case DATA, CHUNK -> {
          BodyReader.Progress progress = content.read(in);
          switch (progress) {
            case INPUT -> {
              return Next.INPUT;
            }
            case MEMORY -> {
              return Next.MEMORY;
            }
            case END -> contentEnds();
            case ENDLESS -> end(transaction.body.failure().orElse(Replies.TOO_LARGE));
          }
        }
        case ADMITTING -> {
          return Next.ADMIT;
        }
        case JUDGING -> {
          return Next.JUDGE;
        }
        case DELIVERING -> {
          return Next.DELIVER;
        }
        case SECURING -> {
          return Next.SECURE;
        }
        case ENDED -> {
          return Next.CLOSE;
        }
      }
    }
  }

  // ---- commands

  private void execute(byte[] line) {
    lineCount++;
    if (++commands > config.limits().commands()) {
      end(Replies.TOO_MANY_COMMANDS);
      return;
    }
    try {
      execute(Command.read(line));
    } catch (RefusedException e) {
      error(e.reply());
    }
  }

  private void execute(Command command) throws RefusedException {
    switch (command.verb()) {
      case LHLO, EHLO, HELO -> greet(command);
      case MAIL -> mail(command.argument());
      case RCPT -> recipient(command.argument());
      case DATA -> data(command);
      case BDAT -> beginChunk(command.argument());
      case RSET -> {
        command.requireBare();
        dropTransaction();
        replies.add(Replies.OK);
      }
      case NOOP -> replies.add(Replies.OK);
      case QUIT -> end(Replies.BYE);
      case VRFY -> replies.add(command.isBare() ? Replies.SYNTAX : Replies.CANT_VERIFY);
      case HELP -> replies.add(Replies.HELP);
      case STARTTLS -> startTls(command);
      case EXPN -> throw new RefusedException(Replies.NOT_IMPLEMENTED);
      case GET, POST, CONNECT -> end(Replies.NO_HTTP);
      case UNKNOWN -> throw new RefusedException(Replies.UNKNOWN);
    }
  }

  private void greet(Command command) throws RefusedException {
    RefusedException.unless(
        config.isLmtp() == (command.verb() == Command.Verb.LHLO), Replies.WRONG_HELLO);
    RefusedException.unless(!command.isBare(), Replies.NEEDS_NAME);
    dropTransaction();
    hello = command.firstWord(MAX_NAME);
    if (command.verb() == Command.Verb.HELO) {
      replies.add(new Reply(250, "", config.hostname()));
      return;
    }
    replies.add(250, config.extensions(tls));
  }

  private void mail(String argument) throws RefusedException {
    RefusedException.unless(hello != null, Replies.HELLO_FIRST);
    RefusedException.unless(transaction == null, Replies.NESTED);
    EnvelopeCommand command = EnvelopeCommand.mail(argument);
    long size = command.checkedSize(config.limits().mailBytes());
    putOff = false;
    transaction =
        new Transaction(
            new Envelope(
                config.protocol(),
                client.address(),
                hello,
                tls,
                client.trusted(),
                command.address(),
                command.isUtf8(),
                size),
            claims.get());
    state = State.ADMITTING;
  }

  private void recipient(String argument) throws RefusedException {
    RefusedException.unless(transaction != null, Replies.MAIL_FIRST);
    RefusedException.unless(transaction.body == null, Replies.IN_CHUNKS);
    EnvelopeCommand command = EnvelopeCommand.rcpt(argument);
    RefusedException.unless(
        command.isAscii() || transaction.envelope.smtputf8(), Replies.NEEDS_SMTPUTF8);
    if (transaction.recipients.size() >= config.recipients()) {
      replies.add(Replies.TOO_MANY_RECIPIENTS); // not an error: the client sends to the rest later
      return;
    }
    candidate = command.address().orElseThrow();
    state = State.JUDGING;
  }

  private void data(Command command) throws RefusedException {
    command.requireBare();
    RefusedException.unless(transaction != null, Replies.MAIL_FIRST);
    RefusedException.unless(transaction.body == null, Replies.IN_CHUNKS);
    RefusedException.unless(!transaction.recipients.isEmpty(), Replies.RECIPIENT_FIRST);
    beginContent();
    content = new DotReader(transaction.body);
    lastContent = true;
    state = State.DATA;
    replies.add(Replies.GO_AHEAD);
  }

  private void beginContent() {
    transaction.body = new MailBody(config, transaction.claim);
    transaction.claim.contentBegins();
  }

  private void beginChunk(String argument) throws RefusedException {
    Chunk chunk = Chunk.of(argument);
    chunkRefusal =
        transaction == null
            ? Replies.MAIL_FIRST
            : transaction.recipients.isEmpty() ? Replies.RECIPIENT_FIRST : null;
    long most = config.limits().mailBytes();
    if (chunkRefusal == null) {
      if (transaction.body == null) {
        beginContent();
      }
      chunk.into(transaction.body);
      if (chunk.left() > most) {
        transaction.body.fail(Replies.TOO_LARGE);
      }
    }
    content = chunk;
    lastContent = chunk.isLast();
    state = State.CHUNK;
    if (chunk.left() - most > most) { // too large to read and discard
      end(Replies.TOO_LARGE);
    }
  }

  private void startTls(Command command) throws RefusedException {
    command.requireBare();
    RefusedException.unless(config.offersTls(), Replies.NOT_IMPLEMENTED);
    RefusedException.unless(!tls, Replies.HAS_TLS);
    dropTransaction();
    replies.add(Replies.START_TLS);
    state = State.SECURING;
  }

  // ---- content

  private void contentEnds() {
    content = null;
    state = State.COMMAND;
    if (chunkRefusal != null) {
      error(chunkRefusal);
      chunkRefusal = null;
    } else if (lastContent) {
      state = State.DELIVERING;
      transaction.body.failure().ifPresent(this::refuse);
    } else {
      replies.add(transaction.body.failure().orElse(Replies.CHUNK_OK));
    }
  }

  // ---- answers of the caller

  /**
   * Reserves memory for the announced size of the mail to admit. One that waits has a place in the
   * queue until {@link #refuse} or {@link #close}.
   *
   * @return false if it waits
   */
  public boolean reserves() {
    return transaction.claim.tryReserve(transaction.envelope.size());
  }

  /** Admits the mail. */
  public void admitted() {
    state = State.COMMAND;
    replies.add(Replies.SENDER_OK);
  }

  /** The recipient to look up. */
  public MailAddress candidate() {
    return candidate;
  }

  /** The envelope of the recipient's mail. */
  public Envelope envelope() {
    return transaction.envelope;
  }

  /** Passes the verdict on the candidate. */
  public void judged(Verdict verdict) {
    state = State.COMMAND;
    candidate = null;
    if (verdict instanceof Verdict.Accepted accepted) {
      transaction.recipients.add(accepted.recipient());
      replies.add(Replies.RECIPIENT_OK);
    } else if (verdict instanceof Verdict.Refused refused) {
      replies.add(refused.reply());
      if (Replies.isPermanent(refused.reply()) && !client.trusted()) {
        countError(); // an MTA relays others' typos; a stranger may be probing
      }
    }
  }

  /** Returns the complete mail; the session drops its content. */
  public ReceivedMail takeMail() {
    return new ReceivedMail(transaction.envelope, transaction.recipients, transaction.body.take());
  }

  /** Passes the store's replies, one per recipient in order. */
  public void delivered(List<Reply> ofRecipients) {
    int expected = transaction.recipients.size();
    List<Reply> all = new ArrayList<>(ofRecipients);
    while (all.size() < expected) {
      all.add(Replies.NO_VERDICT); // LMTP clients wait for one reply per recipient
    }
    if (config.isLmtp()) {
      all.subList(0, expected).forEach(replies::add);
    } else {
      replies.add(Replies.worst(all));
    }
    transaction = null;
    state = State.COMMAND;
    if (all.stream().anyMatch(Reply::accepted)) {
      commands = 0;
      errors = 0;
    }
  }

  /** Refuses the pending request with a reply. */
  public void refuse(Reply reply) {
    switch (state) {
      case ADMITTING -> {
        dropTransaction();
        state = State.COMMAND;
        putOff = true;
        replies.add(reply);
      }
      case JUDGING -> judged(new Verdict.Refused(reply));
      case DATA, CHUNK -> transaction.body.fail(reply);
      case DELIVERING -> {
        transaction.body.fail(reply);
        delivered(transaction.recipients.stream().map(one -> reply).toList());
      }
      default -> throw new IllegalStateException("no request is pending in state " + state);
    }
  }

  /** Called after the TLS handshake; discards all earlier state (RFC 3207, 4.2). */
  public void secured() {
    tls = true;
    hello = null;
    lines.forget();
    state = State.COMMAND;
  }

  // ---- the end

  /** Ends the session with a reply, unless it has ended. */
  public void end(Reply why) {
    if (state != State.ENDED) {
      replies.add(why);
      close();
    }
  }

  /** Ends the session and releases its memory. */
  public void close() {
    if (state != State.DELIVERING) { // its content belongs to the taker
      dropTransaction();
    }
    lines.forget();
    state = State.ENDED;
  }

  private void dropTransaction() {
    if (transaction != null) {
      transaction.drop();
      transaction = null;
    }
  }

  private void error(Reply reply) {
    replies.add(reply);
    if (!putOff || !reply.equals(Replies.MAIL_FIRST)) {
      countError();
    }
  }

  private void countError() {
    if (++errors > config.limits().errors()) {
      end(Replies.TOO_MANY_ERRORS);
    }
  }

  // ---- state for the caller

  /** True between mails with no partial command: a good moment to end. */
  public boolean isIdle() {
    return state == State.COMMAND && transaction == null && !lines.hasBegun();
  }

  /** The number of command lines so far. */
  public long lineCount() {
    return lineCount;
  }

  /** True while content is being received. */
  public boolean isReceiving() {
    return state == State.DATA || state == State.CHUNK;
  }

  /** True if the content so far, or all of it, is large: a refusal would waste its transfer. */
  public boolean hasLargeContent() {
    return transaction != null && transaction.body != null && transaction.body.isLarge();
  }

  /** True if the mail arrives too slowly while others wait for its memory. */
  public boolean isCut() {
    return transaction != null && transaction.claim.isCut();
  }

  /** Returns the replies since the last call, possibly empty. */
  public ByteBuffer takeReplies() {
    return replies.isEmpty() ? ByteBuffer.allocate(0) : replies.take();
  }
}

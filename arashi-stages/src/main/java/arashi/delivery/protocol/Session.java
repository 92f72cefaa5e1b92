package arashi.delivery.protocol;

import arashi.delivery.Envelope;
import arashi.delivery.MailAddress;
import arashi.delivery.Reply;
import arashi.delivery.Verdict;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import seda.kernel.Budget;

/**
 * A session of LMTP or SMTP.
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
 * <p>{@link #next} takes octets until it needs an answer from outside; that is given by the method
 * which {@link Next} names, and then {@code next} goes on.
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
  private final Budget memory;
  private final CommandLines lines;
  private final ReplyBuffer replies = new ReplyBuffer();

  private State state = State.COMMAND;
  private String hello; // null before the client's greeting
  private boolean tls;
  private Transaction transaction; // null if there is none; while ADMITTING, one that may begin
  private MailAddress candidate;
  private BodyReader content; // null while none comes in
  private boolean lastContent;
  private Reply chunkRefusal; // to be said behind the chunk; null if it belongs to the mail
  private long lineCount;
  private int commands; // since the last mail that was taken
  private int errors;

  /**
   * A session that has just begun; its replies begin with the greeting.
   *
   * @param memory of all mails that come in
   */
  public Session(SessionConfig config, Client client, Budget memory) {
    this.config = config;
    this.client = client;
    this.memory = memory;
    this.lines = new CommandLines(config.limits());
    String protocol = config.isLmtp() ? "LMTP" : "ESMTP";
    replies.add(new Reply(220, "", config.hostname() + " " + protocol + " Arashi"));
  }

  /** Takes octets as far as it can; what is left in the buffer is for the next call. */
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
        requireBare(command);
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

  private static void requireBare(Command command) throws RefusedException {
    if (!command.isBare()) {
      throw new RefusedException(Replies.NO_ARGUMENT);
    }
  }

  private static void require(boolean condition, Reply otherwise) throws RefusedException {
    if (!condition) {
      throw new RefusedException(otherwise);
    }
  }

  private void greet(Command command) throws RefusedException {
    require(config.isLmtp() == (command.verb() == Command.Verb.LHLO), Replies.WRONG_HELLO);
    require(!command.isBare(), Replies.NEEDS_NAME);
    dropTransaction();
    hello = nameOf(command.argument());
    if (command.verb() == Command.Verb.HELO) {
      replies.add(new Reply(250, "", config.hostname()));
      return;
    }
    replies.add(250, config.extensions(tls));
  }

  /** What may stand in a header field: one word of a length that a name can have. */
  private static String nameOf(String argument) {
    String word = argument.split("[ \t]", 2)[0];
    return word.substring(0, Math.min(MAX_NAME, word.length()));
  }

  private void mail(String argument) throws RefusedException {
    require(hello != null, Replies.HELLO_FIRST);
    require(transaction == null, Replies.NESTED);
    EnvelopeCommand command = EnvelopeCommand.mail(argument);
    long size = command.checkedSize(config.limits().mailBytes());
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
                size));
    state = State.ADMITTING;
  }

  private void recipient(String argument) throws RefusedException {
    require(transaction != null, Replies.MAIL_FIRST);
    require(transaction.body == null, Replies.IN_CHUNKS);
    EnvelopeCommand command = EnvelopeCommand.rcpt(argument, config.hostname());
    require(command.isAscii() || transaction.envelope.smtputf8(), Replies.NEEDS_SMTPUTF8);
    if (transaction.recipients.size() >= config.recipients()) {
      replies.add(Replies.TOO_MANY_RECIPIENTS); // no error: the client sends to the rest later
      return;
    }
    candidate = command.address().orElseThrow();
    state = State.JUDGING;
  }

  private void data(Command command) throws RefusedException {
    requireBare(command);
    require(transaction != null, Replies.MAIL_FIRST);
    require(transaction.body == null, Replies.IN_CHUNKS);
    require(!transaction.recipients.isEmpty(), Replies.RECIPIENT_FIRST);
    transaction.body = new MailBody(config, memory);
    content = new DotReader(transaction.body);
    lastContent = true;
    state = State.DATA;
    replies.add(Replies.GO_AHEAD);
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
        transaction.body = new MailBody(config, memory);
      }
      chunk.into(transaction.body);
      if (chunk.left() > most) {
        transaction.body.fail(Replies.TOO_LARGE);
      }
    }
    content = chunk;
    lastContent = chunk.isLast();
    state = State.CHUNK;
    if (chunk.left() - most > most) { // not even worth throwing away
      end(Replies.TOO_LARGE);
    }
  }

  private void startTls(Command command) throws RefusedException {
    requireBare(command);
    require(config.offersTls(), Replies.NOT_IMPLEMENTED);
    require(!tls, Replies.HAS_TLS);
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

  // ---- answers from outside

  /** The mail may begin. */
  public void admitted() {
    state = State.COMMAND;
    replies.add(Replies.SENDER_OK);
  }

  /** The recipient that is looked up. */
  public MailAddress candidate() {
    return candidate;
  }

  /** How the mail comes whose recipient is looked up. */
  public Envelope envelope() {
    return transaction.envelope;
  }

  /** What the look-up of the candidate said. */
  public void judged(Verdict verdict) {
    state = State.COMMAND;
    candidate = null;
    if (verdict instanceof Verdict.Accepted accepted) {
      transaction.recipients.add(accepted.recipient());
      replies.add(Replies.RECIPIENT_OK);
    } else if (verdict instanceof Verdict.Refused refused) {
      replies.add(refused.reply());
      if (Replies.isPermanent(refused.reply()) && !client.trusted()) {
        countError(); // an MTA passes on what others have typed; a stranger may try names
      }
    }
  }

  /** The mail, once it has come; the session forgets its content. */
  public ReceivedMail takeMail() {
    return new ReceivedMail(transaction.envelope, transaction.recipients, transaction.body.take());
  }

  /** What the store said, for each recipient of the mail in their order. */
  public void delivered(List<Reply> ofRecipients) {
    int expected = transaction.recipients.size();
    List<Reply> all = new ArrayList<>(ofRecipients);
    while (all.size() < expected) {
      all.add(Replies.NO_VERDICT); // never less than the client waits for
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

  /** What the session waits for is not to be had: the reply says why. */
  public void refuse(Reply reply) {
    switch (state) {
      case ADMITTING -> {
        transaction = null;
        state = State.COMMAND;
        replies.add(reply);
      }
      case JUDGING -> judged(new Verdict.Refused(reply));
      case DATA, CHUNK -> transaction.body.fail(reply);
      case DELIVERING -> {
        transaction.body.fail(reply);
        delivered(transaction.recipients.stream().map(one -> reply).toList());
      }
      default -> throw new IllegalStateException("nothing is asked for: " + state);
    }
  }

  /** TLS has begun; all that came before is forgotten (RFC 3207, 4.2). */
  public void secured() {
    tls = true;
    hello = null;
    lines.forget();
    state = State.COMMAND;
  }

  // ---- the end

  /** Says why, and ends; a session that has ended says no more. */
  public void end(Reply why) {
    if (state != State.ENDED) {
      replies.add(why);
      close();
    }
  }

  /** Gives back what it holds. */
  public void close() {
    if (state != State.DELIVERING) { // whose content is another's
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
    countError();
  }

  private void countError() {
    if (++errors > config.limits().errors()) {
      end(Replies.TOO_MANY_ERRORS);
    }
  }

  // ---- what those outside want to know

  /** True if no mail has begun, and no command has come in part: a good moment to end. */
  public boolean isIdle() {
    return state == State.COMMAND && transaction == null && !lines.hasBegun();
  }

  /** Command lines so far. */
  public long lineCount() {
    return lineCount;
  }

  /** True while content comes in. */
  public boolean isReceiving() {
    return state == State.DATA || state == State.CHUNK;
  }

  /** The replies since the last call; empty if there are none. */
  public ByteBuffer takeReplies() {
    return replies.isEmpty() ? ByteBuffer.allocate(0) : replies.take();
  }
}

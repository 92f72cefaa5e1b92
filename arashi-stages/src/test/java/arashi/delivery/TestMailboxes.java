package arashi.delivery;

import arashi.mime.address.MailAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Mailboxes in memory: ada, bob and full at example.org. The mailbox of full takes nothing. A
 * sub-address goes to the mailbox before its plus.
 */
public final class TestMailboxes implements Mailboxes {
  public static final Reply STORED = new Reply(250, "2.1.5", "Stored");
  public static final Reply FULL = new Reply(552, "5.2.2", "Mailbox is full");
  private static final Map<String, Long> ACCOUNTS = Map.of("ada", 1L, "bob", 2L, "full", 3L);

  private final List<IncomingMail> mails = new CopyOnWriteArrayList<>();
  private final List<Boolean> indexed = new CopyOnWriteArrayList<>();
  private volatile Runnable beforeJudging = () -> {};
  private final List<Integer> batches = new CopyOnWriteArrayList<>();
  private volatile Consumer<List<IncomingMail>> beforeStoring = mails -> {};

  private record Prepared(IncomingMail mail, boolean indexed) implements Ready {}

  /** Sets an action for each look-up; it may throw. */
  public TestMailboxes beforeJudging(Runnable action) {
    beforeJudging = action;
    return this;
  }

  /** Sets an action before mails are stored; it may throw or wait. */
  public TestMailboxes beforeStoring(Runnable action) {
    return beforeStoring(mails -> action.run());
  }

  /** Sets a consumer of the mails before they are stored; it may throw or wait. */
  public TestMailboxes beforeStoring(Consumer<List<IncomingMail>> action) {
    beforeStoring = action;
    return this;
  }

  @Override
  public Verdict judge(Envelope envelope, MailAddress recipient) {
    beforeJudging.run();
    if (!recipient.domain().equals("example.org")) {
      return new Verdict.Refused(new Reply(550, "5.7.1", "No relay for " + recipient));
    }
    String name = recipient.key().localPart().replaceFirst("\\+.*", "");
    Long account = ACCOUNTS.get(name);
    if (account == null) {
      return new Verdict.Refused(new Reply(550, "5.1.1", "No such user: " + recipient));
    }
    if (name.equals("full")) {
      return new Verdict.Refused(FULL);
    }
    Recipient.Mailbox mailbox = new Recipient.Mailbox(account, Optional.empty());
    return new Verdict.Accepted(new Recipient(recipient, List.of(mailbox)));
  }

  @Override
  public Ready prepare(IncomingMail mail, boolean asIndexed) {
    return new Prepared(mail, asIndexed);
  }

  @Override
  public List<List<Reply>> store(List<Ready> ready) {
    beforeStoring.accept(ready.stream().map(mail -> ((Prepared) mail).mail()).toList());
    batches.add(ready.size());
    List<List<Reply>> replies = new ArrayList<>();
    for (Ready mail : ready) {
      Prepared prepared = (Prepared) mail;
      mails.add(prepared.mail());
      indexed.add(prepared.indexed());
      replies.add(Collections.nCopies(prepared.mail().recipients().size(), STORED));
    }
    return replies;
  }

  /** The number of mails per batch. */
  public List<Integer> batches() {
    return List.copyOf(batches);
  }

  /** The stored mails, in order. */
  public List<IncomingMail> mails() {
    return List.copyOf(mails);
  }

  /** Indexing of each stored mail. */
  public List<Boolean> indexed() {
    return List.copyOf(indexed);
  }
}

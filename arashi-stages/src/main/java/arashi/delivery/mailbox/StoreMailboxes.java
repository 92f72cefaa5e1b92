package arashi.delivery.mailbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.delivery.Envelope;
import arashi.delivery.IncomingMail;
import arashi.delivery.Mailboxes;
import arashi.delivery.Protocol;
import arashi.delivery.Recipient;
import arashi.delivery.Recipient.Mailbox;
import arashi.delivery.Reply;
import arashi.delivery.Verdict;
import arashi.ingest.Intake;
import arashi.ingest.MailFlags;
import arashi.mime.address.MailAddress;
import arashi.mime.view.ThreadKey;
import arashi.store.Store;
import arashi.store.address.Address;
import arashi.store.address.Resolution;
import arashi.store.blob.Sha256;
import arashi.store.delivery.Delivery;
import arashi.store.delivery.Delivery.Copy;
import arashi.store.delivery.Delivery.Outcome;
import arashi.store.delivery.Quotas;
import arashi.store.delivery.Usage;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import arashi.store.mail.NewMail;
import arashi.store.mail.NoSuchFolderException;
import arashi.store.mail.PreparedMail;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Mailboxes of a store. Thread-safe. */
public final class StoreMailboxes implements Mailboxes {
  private static final Reply UNKNOWN = new Reply(550, "5.1.1", "No such user here");
  private static final Reply NO_RELAY =
      new Reply(550, "5.7.1", "Relaying denied: not a domain of this service");
  private static final Reply NOT_OUR_DOMAIN =
      new Reply(550, "5.1.2", "Not a domain of this service");
  private static final Reply ALIAS_LOOPS =
      new Reply(451, "4.3.5", "Alias loop; the operator must correct the alias");
  private static final Reply FULL = new Reply(552, "5.2.2", "Mailbox full");
  private static final Reply FULL_FOR_NOW = new Reply(452, "4.2.2", "Mailbox full");
  private static final Reply LOOP =
      new Reply(554, "5.4.6", "Mail loop: too many hops, or delivered here before");

  private final Store store;
  private final Intake intake;
  private final MailboxRules rules;
  private final JunkFilter junk;
  private final String host;

  /**
   * Mailboxes of a store.
   *
   * @param intake parses mails
   * @param host name of this service, for {@code Received}
   */
  public StoreMailboxes(Store store, Intake intake, MailboxRules rules, String host) {
    this.store = store;
    this.intake = intake;
    this.rules = rules;
    this.junk = new JunkFilter(rules.junk());
    this.host = host;
  }

  @Override
  public Verdict judge(Envelope envelope, MailAddress recipient) {
    if (recipient.equals(MailAddress.POSTMASTER)) {
      return store
          .people()
          .addresses()
          .postmaster(host)
          .map(address -> judge(envelope, address.mailAddress()))
          .orElse(new Verdict.Refused(UNKNOWN));
    }
    Address address = Address.of(recipient);
    Resolution resolution = store.people().addresses().resolve(address);
    if (resolution instanceof Resolution.Found found) {
      return judge(envelope, recipient, found.targets());
    }
    if (resolution instanceof Resolution.Foreign) {
      boolean smtp = envelope.protocol() == Protocol.SMTP;
      return new Verdict.Refused(smtp ? NO_RELAY : NOT_OUR_DOMAIN);
    }
    return new Verdict.Refused(resolution instanceof Resolution.Looping ? ALIAS_LOOPS : UNKNOWN);
  }

  /**
   * Refuses an alias only if all its accounts are full. If one account has room, the full accounts
   * get the mail too: it must not be lost for them unnoticed, and its raw bytes are stored once
   * anyway.
   */
  private Verdict judge(Envelope envelope, MailAddress recipient, List<Resolution.Target> targets) {
    List<Usage> usages =
        store.mail().usages().of(targets.stream().map(Resolution.Target::account).toList());
    if (usages.isEmpty()) {
      return new Verdict.Refused(UNKNOWN); // removed concurrently
    }
    Quotas quotas = rules.quotas();
    if (usages.stream().allMatch(usage -> quotas.isFull(usage, envelope.size()))) {
      return new Verdict.Refused(quotas.isTemporary() ? FULL_FOR_NOW : FULL);
    }
    List<Mailbox> mailboxes =
        targets.stream().map(target -> new Mailbox(target.account(), folder(target))).toList();
    return new Verdict.Accepted(new Recipient(recipient, mailboxes));
  }

  private Optional<Long> folder(Resolution.Target target) {
    if (target.detail().isEmpty()) {
      return Optional.empty();
    }
    List<Folder> folders = store.mail().folders().list(target.account());
    return SubAddress.folder(target.detail(), folders);
  }

  /**
   * A parsed mail.
   *
   * @param key hash of sender and content
   * @param isOneClick true if one-click unsubscription is offered
   * @param status reported outcome of a mail sent from here, if this mail is a report
   */
  private record ReadMail(
      IncomingMail mail,
      PreparedMail prepared,
      Sha256 key,
      boolean isIndexed,
      boolean isJunk,
      boolean isOneClick,
      LoopGuard loops,
      Optional<DeliveryStatus> status)
      implements Ready {}

  @Override
  public Ready prepare(IncomingMail mail, boolean indexed) {
    HeaderFields header = HeaderFields.of(mail.raw());
    Optional<Instant> received = Optional.of(mail.received());
    NewMail read =
        indexed
            ? intake.take(mail.raw(), received, MailFlags.NONE).mail()
            : intake.takeWithoutTerms(mail.raw(), received, MailFlags.NONE).mail();
    PreparedMail prepared = store.mail().mailWriter().prepare(read);
    return new ReadMail(
        mail,
        prepared,
        key(mail.envelope(), prepared.sha256()),
        indexed,
        junk.isJunk(mail.envelope(), header),
        OneClickRule.holds(mail.envelope(), header, rules.junk().authservId()),
        LoopGuard.of(header, rules.maxHops()),
        mail.envelope().sender().isEmpty() ? DeliveryStatus.of(mail.raw()) : Optional.empty());
  }

  private static Sha256 key(Envelope envelope, Sha256 content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(content.bytes());
    bytes.writeBytes(envelope.sender().map(MailAddress::toString).orElse("").getBytes(UTF_8));
    return Sha256.of(bytes.toByteArray());
  }

  @Override
  public List<List<Reply>> store(List<Ready> ready) {
    List<ReadMail> mails = ready.stream().map(ReadMail.class::cast).toList();
    List<Map<Long, Outcome>> outcomes =
        store
            .mail()
            .deliveries()
            .store(mails.stream().map(this::delivery).toList(), rules.once(), rules.quotas());
    List<List<Reply>> replies = new ArrayList<>();
    for (int i = 0; i < mails.size(); i++) {
      ReadMail mail = mails.get(i);
      if (mail.status().isPresent()) {
        report(mail.status().get(), outcomes.get(i));
      }
      replies.add(replies(mail, outcomes.get(i)));
    }
    return replies;
  }

  private List<Reply> replies(ReadMail read, Map<Long, Outcome> outcomes) {
    Reply stored = new Reply(250, "2.0.0", "Stored as " + read.mail().queueId());
    List<Reply> replies = new ArrayList<>();
    for (Recipient recipient : read.mail().recipients()) {
      if (read.loops().isLoop(recipient.address())) {
        replies.add(LOOP);
      } else {
        replies.add(reply(read, recipient, outcomes, stored));
      }
    }
    return replies;
  }

  private Reply reply(
      ReadMail read, Recipient recipient, Map<Long, Outcome> outcomes, Reply stored) {
    Set<Outcome> ofRecipient = EnumSet.noneOf(Outcome.class);
    recipient.mailboxes().forEach(mailbox -> ofRecipient.add(outcomes.get(mailbox.account())));
    if (ofRecipient.contains(Outcome.STORED) || ofRecipient.contains(Outcome.REPEATED)) {
      return stored;
    }
    if (!ofRecipient.contains(Outcome.FULL)) {
      return UNKNOWN;
    }
    // SMTP has one reply for all: later the client learns at RCPT for whom there is no room
    boolean forOthers =
        read.mail().envelope().protocol() == Protocol.SMTP
            && outcomes.containsValue(Outcome.STORED);
    return forOthers || rules.quotas().isTemporary() ? FULL_FOR_NOW : FULL;
  }

  /**
   * Makes one copy per account, for the first recipient that resolves to it. Recipients for which
   * the mail loops get no copy.
   */
  private Delivery delivery(ReadMail read) {
    Map<Long, Copy> copies = new LinkedHashMap<>();
    for (int i = 0; i < read.mail().recipients().size(); i++) {
      Recipient recipient = read.mail().recipients().get(i);
      int n = i;
      if (!read.loops().isLoop(recipient.address())) {
        byte[] trace = TraceFields.of(read.mail(), recipient.address(), host, read.isOneClick());
        for (Mailbox mailbox : recipient.mailboxes()) {
          copies.computeIfAbsent(
              mailbox.account(), account -> new Copy(account, folder(read, mailbox), trace, n));
        }
      }
    }
    return new Delivery(
        read.prepared(), read.key(), read.isIndexed(), List.copyOf(copies.values()));
  }

  /**
   * Runs before the mail is acknowledged: after a crash the client sends it again, and the report
   * is recorded again.
   */
  private void report(DeliveryStatus status, Map<Long, Outcome> outcomes) {
    outcomes.forEach(
        (account, outcome) -> {
          if (outcome == Outcome.STORED || outcome == Outcome.REPEATED) {
            store
                .outgoing()
                .departures()
                .report(
                    account,
                    status.envelopeId(),
                    status.messageId().map(ThreadKey::hash),
                    status.reports());
          }
        });
  }

  private Optional<Long> folder(ReadMail read, Mailbox mailbox) {
    return read.isJunk() ? junkFolder(mailbox.account()) : mailbox.folder();
  }

  private Optional<Long> junkFolder(long account) {
    try {
      return Optional.of(store.mail().folders().ofRole(account, FolderRole.JUNK).id());
    } catch (NoSuchFolderException e) { // the account is gone, or the name is in use
      return Optional.empty();
    }
  }
}

package arashi.mime.view;

import arashi.mime.address.Mailbox;
import arashi.mime.view.Invitation.Occurrence;
import arashi.mime.view.Invitation.Recurrence;
import arashi.mime.view.Invitation.Series;
import arashi.mime.view.Invitation.When;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** Encodes {@link MailFacts} for {@link MailViewCodec}. */
final class MailFactsCodec {
  private MailFactsCodec() {}

  static void write(DataOutputStream out, MailFacts facts) throws IOException {
    MailViewCodec.list(
        out,
        facts.protections(),
        (o, one) -> {
          MailViewCodec.string(o, one.kind().name());
          MailViewCodec.string(o, one.signer());
        });
    MailViewCodec.list(
        out,
        facts.reports(),
        (o, one) -> {
          MailViewCodec.string(o, one.recipient());
          MailViewCodec.string(o, one.outcome().name());
          MailViewCodec.string(o, one.reason());
        });
    MailViewCodec.list(out, facts.invitations(), MailFactsCodec::invitation);
    MailViewCodec.string(out, facts.otherText());
  }

  static MailFacts read(DataInputStream in, boolean isNew) throws IOException {
    return new MailFacts(
        MailViewCodec.pairs(in, Protection.Kind.class, Protection::new),
        MailViewCodec.list(
            in,
            i ->
                new DeliveryReport(
                    MailViewCodec.string(i),
                    DeliveryReport.Outcome.valueOf(MailViewCodec.string(i)),
                    MailViewCodec.string(i))),
        MailViewCodec.list(in, i -> invitation(i, isNew)),
        MailViewCodec.string(in));
  }

  private static void invitation(DataOutputStream out, Invitation one) throws IOException {
    MailViewCodec.string(out, one.kind().name());
    MailViewCodec.string(out, one.title());
    when(out, one.start());
    when(out, one.end());
    MailViewCodec.string(out, one.place());
    MailViewCodec.addresses(out, one.organiser().map(List::of).orElse(List.of()));
    MailViewCodec.list(
        out,
        one.people(),
        (o, person) -> {
          MailViewCodec.addresses(o, List.of(person.address()));
          MailViewCodec.string(o, person.answer().name());
        });
    series(out, one.series());
    MailViewCodec.string(out, one.description());
    MailViewCodec.list(
        out,
        one.doubts(),
        (o, doubt) -> {
          MailViewCodec.string(o, doubt.subject().name());
          MailViewCodec.string(o, doubt.detail());
        });
  }

  private static Invitation invitation(DataInputStream in, boolean isNew) throws IOException {
    return new Invitation(
        Invitation.Kind.valueOf(MailViewCodec.string(in)),
        MailViewCodec.string(in),
        when(in),
        when(in),
        MailViewCodec.string(in),
        MailViewCodec.addresses(in).stream().findFirst(),
        MailViewCodec.list(in, MailFactsCodec::person),
        series(in, isNew),
        MailViewCodec.string(in),
        isNew
            ? MailViewCodec.pairs(in, Invitation.Doubt.Subject.class, Invitation.Doubt::new)
            : List.of());
  }

  private static void series(DataOutputStream out, Series series) throws IOException {
    out.writeBoolean(series.rule().isPresent());
    if (series.rule().isPresent()) {
      recurrence(out, series.rule().get());
    }
    when(out, series.occurrence().map(Occurrence::original));
    out.writeBoolean(series.occurrence().filter(Occurrence::andLater).isPresent());
    whens(out, series.added());
    whens(out, series.excluded());
  }

  private static Series series(DataInputStream in, boolean isNew) throws IOException {
    Optional<Recurrence> rule = in.readBoolean() ? Optional.of(recurrence(in)) : Optional.empty();
    if (!isNew) {
      return new Series(rule, Optional.empty(), List.of(), List.of());
    }
    Optional<When> original = when(in);
    boolean andLater = in.readBoolean();
    return new Series(
        rule, original.map(when -> new Occurrence(when, andLater)), whens(in), whens(in));
  }

  private static void whens(DataOutputStream out, List<When> dates) throws IOException {
    MailViewCodec.list(out, dates, (o, date) -> when(o, Optional.of(date)));
  }

  private static List<When> whens(DataInputStream in) throws IOException {
    return MailViewCodec.list(
        in, i -> when(i).orElseThrow(() -> new IOException("missing date of a series")));
  }

  private static Invitation.Person person(DataInputStream in) throws IOException {
    List<Mailbox> address = MailViewCodec.addresses(in);
    if (address.isEmpty()) {
      throw new IOException("invitee without an address");
    }
    return new Invitation.Person(
        address.get(0), Invitation.Answer.valueOf(MailViewCodec.string(in)));
  }

  private static void recurrence(DataOutputStream out, Recurrence one) throws IOException {
    MailViewCodec.string(out, one.unit().name());
    out.writeInt(one.interval());
    MailViewCodec.list(out, one.days(), DataOutputStream::writeInt);
    out.writeInt(one.nth());
    out.writeInt(one.monthDay());
    out.writeInt(one.count());
    when(out, one.until());
    out.writeBoolean(one.partly());
  }

  private static Recurrence recurrence(DataInputStream in) throws IOException {
    return new Recurrence(
        Recurrence.Unit.valueOf(MailViewCodec.string(in)),
        in.readInt(),
        MailViewCodec.list(in, DataInputStream::readInt),
        in.readInt(),
        in.readInt(),
        in.readInt(),
        when(in),
        in.readBoolean());
  }

  private static void when(DataOutputStream out, Optional<When> when) throws IOException {
    out.writeBoolean(when.isPresent());
    if (when.isPresent()) {
      out.writeLong(when.get().local().toEpochSecond(ZoneOffset.UTC));
      MailViewCodec.string(out, when.get().how().name());
    }
  }

  private static Optional<When> when(DataInputStream in) throws IOException {
    if (!in.readBoolean()) {
      return Optional.empty();
    }
    long seconds = in.readLong();
    if (Math.abs(seconds) > LocalDateTime.MAX.toEpochSecond(ZoneOffset.UTC)) {
      throw new IOException("invalid time, in seconds: " + seconds);
    }
    return Optional.of(
        new When(
            LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC),
            When.How.valueOf(MailViewCodec.string(in))));
  }
}

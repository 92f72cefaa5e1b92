package arashi.request.showmessage;

import arashi.front.page.DisplayFormats;
import arashi.mime.address.Mailbox;
import arashi.mime.view.Invitation;
import arashi.mime.view.Invitation.When;
import arashi.mime.view.MailDomain;
import arashi.mime.view.MailView;
import arashi.mime.view.Shown;
import arashi.web.DisplayDate;
import arashi.web.MailFacts;
import arashi.web.MailFacts.Event;
import arashi.web.MailFacts.Fact;
import arashi.web.MailFacts.Guest;
import arashi.web.MessageView.Person;
import java.time.DayOfWeek;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds the page models of the facts beside a mail's text. */
final class Facts {
  private static final int MAX_MIXED = 5;

  private final DisplayFormats formats;
  private final Locale locale;

  private Facts(DisplayFormats formats, Locale locale) {
    this.formats = formats;
    this.locale = locale;
  }

  static MailFacts of(MailView view, DisplayFormats formats, Locale locale) {
    Facts facts = new Facts(formats, locale);
    return new MailFacts(
        told(view), view.facts().invitations().stream().map(facts::event).toList());
  }

  static Person person(Mailbox one) {
    return new Person(Shown.label(one), one.address().isEmpty() ? null : Shown.text(one.address()));
  }

  private static List<Fact> told(MailView view) {
    List<Fact> told = new ArrayList<>();
    view.facts()
        .protections()
        .forEach(
            one -> told.add(fact(MailFacts.Kind.valueOf(one.kind().name()), one.signer(), "")));
    view.facts()
        .reports()
        .forEach(
            one ->
                told.add(
                    fact(
                        MailFacts.Kind.valueOf(one.outcome().name()),
                        one.recipient(),
                        one.reason())));
    Stream.of(view.envelope().from(), view.envelope().replyTo(), view.envelope().to())
        .flatMap(List::stream)
        .map(Mailbox::address)
        .filter(MailDomain::isDeceptive)
        .distinct()
        .limit(MAX_MIXED)
        .forEach(address -> told.add(fact(MailFacts.Kind.MIXED, address, "")));
    return told;
  }

  private static Fact fact(MailFacts.Kind kind, String who, String detail) {
    return new Fact(kind, Shown.text(who), Shown.text(detail));
  }

  private Event event(Invitation one) {
    return new Event(
        MailFacts.EventKind.valueOf(one.kind().name()),
        one.title(),
        one.start().map(this::date).orElse(null),
        one.end().filter(end -> !one.start().equals(Optional.of(end))).map(this::date).orElse(null),
        one.place(),
        one.organiser().map(Facts::person).orElse(null),
        one.people().stream()
            .map(
                guest ->
                    new Guest(
                        person(guest.address()), MailFacts.Answer.valueOf(guest.answer().name())))
            .toList(),
        series(one.series()),
        one.description(),
        one.doubts().stream()
            .map(
                doubt ->
                    new MailFacts.Doubt(
                        MailFacts.DoubtKind.valueOf(doubt.subject().name()),
                        Shown.text(doubt.detail())))
            .toList());
  }

  private MailFacts.Series series(Invitation.Series series) {
    return new MailFacts.Series(
        series.rule().map(this::recurrence).orElse(null),
        series.occurrence().map(Invitation.Occurrence::original).map(this::date).orElse(null),
        series.occurrence().filter(Invitation.Occurrence::andLater).isPresent(),
        series.added().stream().map(this::date).toList(),
        series.excluded().stream().map(this::date).toList());
  }

  private DisplayDate date(When when) {
    if (when.how() == When.How.INSTANT) {
      return formats.full(when.local().toInstant(ZoneOffset.UTC), locale);
    }
    boolean time = when.how() == When.How.FLOATING;
    return new DisplayDate(formats.local(when.local(), time, locale), "");
  }

  private MailFacts.Recurrence recurrence(Invitation.Recurrence one) {
    String days =
        one.days().stream()
            .map(day -> DayOfWeek.of(day).getDisplayName(TextStyle.FULL, locale))
            .collect(Collectors.joining(", "));
    boolean told = one.nth() >= -1;
    return new MailFacts.Recurrence(
        MailFacts.Unit.valueOf(one.unit().name()),
        one.interval(),
        told ? days : "",
        told ? one.nth() : 0,
        one.monthDay(),
        one.count(),
        one.until().map(until -> formats.local(until.in(formats.zone()), false, locale)).orElse(""),
        one.partly() || !told);
  }
}

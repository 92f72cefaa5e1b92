package arashi.mime.parse;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.address.Mailbox;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.term.TermExtractor;
import arashi.mime.view.DeliveryReport;
import arashi.mime.view.Invitation;
import arashi.mime.view.MailView;
import arashi.mime.view.PartInfo;
import arashi.mime.view.Protection;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Finds text in odd types, in wrappers other than MIME, and beside the body. */
class WrappedMailTest {
  private static final MailParser PARSER = new MailParser(MimeLimits.DEFAULT);

  private static ParsedMail parse(String mail) {
    return PARSER.parse(mail.getBytes(StandardCharsets.UTF_8));
  }

  private static String content(ParsedMail mail, PartInfo part) {
    return new String(mail.part(part.n()).orElseThrow(), StandardCharsets.UTF_8);
  }

  private static Set<String> terms(ParsedMail mail) {
    return new TermExtractor(TermLimits.DEFAULT).terms(mail.view());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"plain/text", "text", "TEXT; charset=utf-8", "plain", "text/ascii", "text plain"})
  void readsTextOfOddTypes(String type) {
    ParsedMail mail = parse("Content-Type: " + type + "\n\nTea at four\n");
    assertThat(mail.view().text()).isEqualTo("Tea at four");
    assertThat(mail.view().attachments()).isEmpty();
    assertThat(mail.problems()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "quoted-printable",
        "\"quoted-printable\"",
        "Quoted-Printable;",
        "quoted-printable(as sent)"
      })
  void readsTransferEncodingsAsTheyAreWritten(String encoding) {
    String type = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: ";
    ParsedMail mail = parse(type + encoding + "\n\nTh=C3=A9 at four\n");
    assertThat(mail.view().text()).isEqualTo("Thé at four");
    assertThat(mail.problems()).isEmpty();
  }

  @Test
  void readsEnrichedText() {
    String tag = "<" + "x".repeat(99) + ">";
    String body =
        """
        Content-Type: text/enriched

        <color><param>red</param><bold>Tea</bold></color>
        at <<four <param>

        or 1 < 2\s""";
    ParsedMail mail = parse(body + tag + " later\n");
    assertThat(mail.view().text()).isEqualTo("Tea at <four \nor 1 < 2 " + tag + " later");
  }

  @Test
  void readsRichTextThatIsAlone() {
    ParsedMail mail =
        parse(
            """
            Content-Type: text/rtf; name=tea.rtf

            {\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}{\\b Tea} at\\par four\\'e9\\u8230?}
            """);
    assertThat(mail.view().text()).isEqualTo("Tea at\nfour\u00e9\u2026");
    assertThat(mail.view().attachments()).hasSize(1);
  }

  @Test
  void namesNoFileBackwards() {
    ParsedMail mail =
        parse("Content-Type: application/pdf; name=\"tea\u202efdp.exe\u2066\"\n\n%PDF-1.7\n");
    assertThat(mail.view().attachments())
        .extracting(PartInfo::fileName)
        .containsExactly("teafdp.exe");
  }

  @Test
  void keepsAFileOfAnOddTypeAFile() {
    ParsedMail mail = parse("Content-Type: pdf; name=map.pdf\n\n%PDF-1.7\n");
    assertThat(mail.view().text()).isEmpty();
    assertThat(mail.view().attachments()).extracting(PartInfo::fileName).containsExactly("map.pdf");
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "\t", "  \r"})
  void endsAHeaderAtALineOfBlanks(String blanks) {
    ParsedMail mail = parse("Subject: hut\nTo: b@x.example\n" + blanks + "\nThe key is below\n");
    assertThat(mail.envelope().subject()).isEqualTo("hut");
    assertThat(mail.view().text()).isEqualTo("The key is below");
    ParsedMail part =
        parse(
            "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n"
                + blanks
                + "\nwithin\n--b--\n");
    assertThat(part.view().text()).isEqualTo("within");
  }

  @Test
  void keepsAHeaderThatGoesOnBehindALineOfBlanks() {
    ParsedMail mail = parse("Subject: hut\n \nX-Note: y\nTo: b@x.example\n\nbody\n");
    assertThat(mail.envelope().to()).hasSize(1);
    assertThat(mail.view().text()).isEqualTo("body");
  }

  @Test
  void findsTextThatIsNestedDeep() {
    StringBuilder mail = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      mail.append("Content-Type: multipart/mixed; boundary=b").append(i).append("z\n\n--b");
      mail.append(i).append("z\n");
    }
    mail.append("Content-Type: text/plain\n\nat the bottom\n");
    assertThat(parse(mail.toString()).view().text()).isEqualTo("at the bottom");
  }

  @Test
  void showsTextThatCameAsAFileOnly() {
    ParsedMail mail =
        parse(
            """
            Content-Type: multipart/mixed; boundary=b

            --b
            Content-Type: text/plain; name=sms.txt
            Content-Disposition: attachment; filename=sms.txt

            Bus is late
            --b--
            """);
    assertThat(mail.view().text()).isEqualTo("Bus is late");
    assertThat(mail.preview()).isEqualTo("Bus is late");
    assertThat(mail.view().attachments()).extracting(PartInfo::name).containsExactly("sms.txt");
  }

  @Test
  void showsTextWhereTheHtmlIsBlank() {
    String alternative =
        """
        Content-Type: multipart/alternative; boundary=b

        --b
        Content-Type: text/plain

        the words
        --b
        Content-Type: text/html

        <html><head><style>p {}</style></head><body>%s</body></html>
        --b--
        """;
    MailView blank = parse(alternative.formatted("<p>&nbsp;</p>")).view();
    assertThat(blank.html()).isEmpty();
    assertThat(blank.text()).isEqualTo("the words");
    assertThat(blank.attachments()).isEmpty();
    assertThat(parse(alternative.formatted("<img src=\"cid:x\">")).view().html()).isPresent();
  }

  @Test
  void findsWordsOfTheHtmlThatTheTextLacks() {
    ParsedMail mail =
        parse(
            """
            Content-Type: multipart/mixed; boundary=a

            --a
            Content-Type: multipart/alternative; boundary=b

            --b
            Content-Type: text/plain

            Use another program
            --b
            Content-Type: text/html

            <h1>Quince week</h1><p>Jars of medlar</p>
            --b--
            --a
            Content-Type: text/csv
            Content-Disposition: attachment; filename=prices.csv

            saffron;7
            --a--
            """);
    assertThat(mail.view().text()).isEqualTo("Use another program");
    assertThat(terms(mail)).contains("medlar", "quince", "saffron", "program");
    assertThat(MailView.decode(mail.view().encode())).isEqualTo(mail.view());
  }

  @Test
  void opensUuencodeInText() {
    ParsedMail mail =
        parse(
            """
            Subject: list

            See below
            begin 644 list.txt
            *8G)E860*;6EL:PH
            `
            end
            bye
            """);
    assertThat(mail.view().text()).isEqualTo("See below\nbye");
    PartInfo file = mail.view().attachments().get(0);
    assertThat(file.name()).isEqualTo("list.txt");
    assertThat(file.contentType()).isEqualTo("text/plain");
    assertThat(content(mail, file)).startsWith("bread\nmilk");
    assertThat(mail.hasAttachment()).isTrue();
    assertThat(parse("Subject: x\n\nbegin 644 words\nthat are no data\nend\n").view().text())
        .contains("begin 644 words");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x-uuencode", "uuencode", "X-UUE"})
  void decodesUuencodeAsATransferEncoding(String encoding) {
    ParsedMail mail =
        parse(
            "Content-Type: application/octet-stream; name=n.bin\nContent-Transfer-Encoding: "
                + encoding
                + "\n\nbegin 644 a b.txt\n#86)C\n`\nend\n");
    PartInfo file = mail.view().attachments().get(0);
    assertThat(file.size()).isEqualTo(3);
    assertThat(content(mail, file)).isEqualTo("abc");
    assertThat(mail.problems()).isEmpty();
  }

  @Test
  void opensYenc() {
    byte[] data = new byte[256];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) i;
    }
    ByteArrayOutputStream mail = new ByteArrayOutputStream();
    mail.writeBytes(
        "Subject: y\n\n=ybegin line=128 size=256 name=all bytes.dat\n"
            .getBytes(StandardCharsets.US_ASCII));
    for (byte b : data) {
      int c = b + 42 & 0xff;
      if (c == 0 || c == '\n' || c == '\r' || c == '=') {
        mail.write('=');
        c = c + 64 & 0xff;
      }
      mail.write(c);
    }
    mail.writeBytes("\n=yend size=256\n".getBytes(StandardCharsets.US_ASCII));
    ParsedMail parsed = PARSER.parse(mail.toByteArray());
    PartInfo file = parsed.view().attachments().get(0);
    assertThat(file.name()).isEqualTo("all bytes.dat");
    assertThat(parsed.part(file.n())).contains(data);
  }

  /** Builds TNEF: a header, then attributes of level, id, length, data, and checksum. */
  private static byte[] tnef() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    little(out, 0x223e9f78, 4);
    little(out, 1, 2);
    attribute(out, 1, 0x0002800c, "Body from the wrapper\0".getBytes(StandardCharsets.US_ASCII));
    attribute(out, 2, 0x00069002, new byte[14]);
    attribute(out, 2, 0x00018010, "plan.txt\0".getBytes(StandardCharsets.US_ASCII));
    attribute(out, 2, 0x0006800f, "the plan".getBytes(StandardCharsets.US_ASCII));
    return out.toByteArray();
  }

  private static void attribute(ByteArrayOutputStream out, int level, int id, byte[] data) {
    out.write(level);
    little(out, id, 4);
    little(out, data.length, 4);
    out.writeBytes(data);
    int sum = 0;
    for (byte b : data) {
      sum += b & 0xff;
    }
    little(out, sum, 2);
  }

  private static void little(ByteArrayOutputStream out, int value, int bytes) {
    for (int i = 0; i < bytes; i++) {
      out.write(value >> (8 * i));
    }
  }

  private static ParsedMail file(String type, byte[] content) {
    return parse(
        "Content-Type: "
            + type
            + "\nContent-Transfer-Encoding: base64\n\n"
            + Base64.getMimeEncoder().encodeToString(content)
            + "\n");
  }

  @Test
  void opensWinmailDat() {
    ParsedMail mail = file("application/ms-tnef; name=winmail.dat", tnef());
    assertThat(mail.view().text()).isEqualTo("Body from the wrapper");
    assertThat(mail.view().attachments()).extracting(PartInfo::name).containsExactly("plan.txt");
    assertThat(content(mail, mail.view().attachments().get(0))).isEqualTo("the plan");
  }

  @Test
  void offersAWinmailDatThatCantBeReadAsItIs() {
    ParsedMail mail = file("application/ms-tnef; name=winmail.dat", new byte[] {1, 2, 3});
    assertThat(mail.view().attachments()).extracting(PartInfo::name).containsExactly("winmail.dat");
    byte[] good = tnef();
    Random random = new Random(5);
    for (int i = 0; i < 500; i++) {
      byte[] bad = good.clone();
      bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
      assertThat(file("application/ms-tnef", bad).view().parts()).isNotNull();
    }
  }

  private static byte[] der(int tag, byte[]... contents) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] one : contents) {
      all.writeBytes(one);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    int length = all.size();
    if (length > 127) {
      out.write(0x82);
      out.write(length >> 8);
    }
    out.write(length);
    out.writeBytes(all.toByteArray());
    return out.toByteArray();
  }

  private static byte[] oid(int last) {
    byte[] dotted = {0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 1, 7, (byte) last};
    return der(0x06, dotted);
  }

  private static byte[] signed(String entity) {
    byte[] content = der(0x04, entity.getBytes(StandardCharsets.UTF_8));
    byte[] encapsulated = der(0x30, oid(1), der(0xa0, content));
    byte[] data = der(0x30, der(0x02, new byte[] {1}), der(0x31), encapsulated, der(0x31));
    return der(0x30, oid(2), der(0xa0, data));
  }

  @Test
  void opensWhatSmimeSigns() {
    String entity =
        """
        Content-Type: multipart/mixed; boundary=b

        --b
        Content-Type: text/plain

        Signed words
        --b
        Content-Type: application/pdf; name=deed.pdf

        %PDF
        --b--
        """;
    ParsedMail mail =
        file("application/pkcs7-mime; smime-type=signed-data; name=smime.p7m", signed(entity));
    assertThat(mail.view().text()).isEqualTo("Signed words");
    assertThat(mail.view().attachments()).extracting(PartInfo::name).containsExactly("deed.pdf");
    assertThat(content(mail, mail.view().attachments().get(0))).startsWith("%PDF");
    assertThat(mail.view().facts().protections())
        .containsExactly(new Protection(Protection.Kind.SMIME_SIGNED, ""));
  }

  @Test
  void saysThatMailIsEncrypted() {
    byte[] enveloped = der(0x30, oid(3), der(0xa0, new byte[] {0x30, 0}));
    ParsedMail smime = file("application/x-pkcs7-mime; name=smime.p7m", enveloped);
    assertThat(smime.view().facts().protections())
        .containsExactly(new Protection(Protection.Kind.SMIME_ENCRYPTED, ""));
    assertThat(smime.view().attachments()).hasSize(1);
    ParsedMail inline = parse("Subject: x\n\n-----BEGIN PGP MESSAGE-----\n\nhQ==\n");
    assertThat(inline.view().facts().protections())
        .containsExactly(new Protection(Protection.Kind.PGP_ENCRYPTED, ""));
    ParsedMail pgp =
        parse(
            """
            Content-Type: multipart/encrypted; boundary=b; protocol="application/pgp-encrypted"

            --b
            Content-Type: application/pgp-encrypted

            Version: 1
            --b
            Content-Type: application/octet-stream; name=encrypted.asc

            x
            --b--
            """);
    assertThat(pgp.view().facts().protections())
        .containsExactly(new Protection(Protection.Kind.PGP_ENCRYPTED, ""));
    assertThat(pgp.view().attachments())
        .extracting(PartInfo::name)
        .containsExactly("encrypted.asc");
  }

  @Test
  void namesTheSignerThatAnOpenPgpSignatureNames() {
    byte[] user = "Mira <mira@x.example>".getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream packet = new ByteArrayOutputStream();
    packet.writeBytes(new byte[] {(byte) 0xc2, (byte) (user.length + 12), 4, 1, 22, 8, 0});
    packet.write(user.length + 2);
    packet.write(user.length + 1);
    packet.write(28);
    packet.writeBytes(user);
    packet.writeBytes(new byte[4]);
    String armour =
        "-----BEGIN PGP SIGNATURE-----\n\n"
            + Base64.getMimeEncoder().encodeToString(packet.toByteArray()).replace("\r", "")
            + "\n=abcd\n-----END PGP SIGNATURE-----\n";
    ParsedMail mail =
        parse(
            "Content-Type: multipart/signed; boundary=b; protocol=\"application/pgp-signature\"\n\n"
                + "--b\nContent-Type: text/plain\n\nwords\n--b\n"
                + "Content-Type: application/pgp-signature\n\n"
                + armour
                + "--b--\n");
    assertThat(mail.view().facts().protections())
        .containsExactly(new Protection(Protection.Kind.PGP_SIGNED, "mira@x.example"));
    assertThat(mail.hasAttachment()).isFalse();
  }

  @Test
  void readsADeliveryReport() {
    ParsedMail mail =
        parse(
            """
            Content-Type: multipart/report; report-type=delivery-status; boundary=b

            --b
            Content-Type: text/plain

            Sorry.
            --b
            Content-Type: message/delivery-status

            Reporting-MTA: dns; mx.x.example

            Final-Recipient: rfc822; gone@x.example
            Action: failed
            Status: 5.1.1
            Diagnostic-Code: smtp; 550 5.1.1 No such
             mailbox

            --b--
            """);
    assertThat(mail.view().facts().reports())
        .containsExactly(
            new DeliveryReport(
                "gone@x.example", DeliveryReport.Outcome.FAILED, "550 5.1.1 No such mailbox"));
  }

  private static final String CALENDAR =
      """
      BEGIN:VCALENDAR
      VERSION:2.0
      METHOD:REQUEST
      BEGIN:VTIMEZONE
      TZID:Zone One
      BEGIN:STANDARD
      DTSTART:19701025T030000
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0100
      END:STANDARD
      END:VTIMEZONE
      BEGIN:VEVENT
      UID:u7
      SEQUENCE:2
      DTSTART;TZID=Zone One:20260112T090000
      DURATION:PT1H30M
      SUMMARY:Harbour meeting\\, winter
      LOCATION:Room Plover
      ORGANIZER;CN=Noor:mailto:noor@x.example
      ATTENDEE;CN=Ben;PARTSTAT=ACCEPTED:mailto:ben@x.example
      RRULE:FREQ=MONTHLY;BYDAY=2TU;COUNT=5
      END:VEVENT
      END:VCALENDAR
      """;

  @Test
  void readsAnInvitation() {
    ParsedMail mail = parse("Content-Type: text/calendar; method=REQUEST\n\n" + CALENDAR);
    Invitation event = mail.view().facts().invitations().get(0);
    assertThat(event.kind()).isEqualTo(Invitation.Kind.UPDATE);
    assertThat(event.title()).isEqualTo("Harbour meeting, winter");
    assertThat(event.place()).isEqualTo("Room Plover");
    assertThat(event.start().orElseThrow().local())
        .isEqualTo(LocalDateTime.parse("2026-01-12T08:00"));
    assertThat(event.end().orElseThrow().local())
        .isEqualTo(LocalDateTime.parse("2026-01-12T09:30"));
    assertThat(event.organiser()).contains(new Mailbox("Noor", "noor@x.example"));
    assertThat(event.people().get(0).answer()).isEqualTo(Invitation.Answer.ACCEPTED);
    Invitation.Recurrence every = event.series().rule().orElseThrow();
    assertThat(every.unit()).isEqualTo(Invitation.Recurrence.Unit.MONTH);
    assertThat(every.days()).containsExactly(2);
    assertThat(every.nth()).isEqualTo(2);
    assertThat(every.count()).isEqualTo(5);
    assertThat(mail.view().attachments()).isEmpty();
    assertThat(mail.preview()).startsWith("Harbour meeting, winter Room Plover");
    assertThat(terms(mail)).contains("plover", "harbour", "noor");
    assertThat(MailView.decode(mail.view().encode())).isEqualTo(mail.view());
  }

  /** The library enumerates every date of a zone from the first on; such a zone is not followed. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "RRULE:FREQ=SECONDLY",
        "RRULE:FREQ=DAILY",
        "RRULE:FREQ=YEARLY;BYMONTH=10;BYHOUR=1,2;BYMINUTE=1,2"
      })
  void saysThatAZoneWithTooManyDatesIsUnknown(String rule) {
    String offset = "TZOFFSETTO:+0100\n";
    String calendar = CALENDAR.replace(offset, offset + rule + "\n");
    ParsedMail mail = parse("Content-Type: text/calendar\n\n" + calendar);
    Invitation event = mail.view().facts().invitations().get(0);
    assertThat(event.start())
        .contains(
            new Invitation.When(
                LocalDateTime.parse("2026-01-12T09:00"), Invitation.When.How.FLOATING));
    assertThat(event.doubts())
        .containsExactly(new Invitation.Doubt(Invitation.Doubt.Subject.ZONE, "Zone One"));
  }

  @Test
  void readsAnInvitationWithAZoneOfTwoDatesAYear() {
    String offset = "TZOFFSETTO:+0100\n";
    String rule = "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\n";
    ParsedMail mail =
        parse("Content-Type: text/calendar\n\n" + CALENDAR.replace(offset, offset + rule));
    assertThat(mail.view().facts().invitations()).hasSize(1);
  }

  @Test
  void readsAWholeDayAndATimeWithoutZone() {
    String day =
        """
        BEGIN:VCALENDAR
        BEGIN:VEVENT
        DTSTART;VALUE=DATE:20260501
        DTEND;VALUE=DATE:20260503
        END:VEVENT
        BEGIN:VEVENT
        DTSTART:20260501T101500
        STATUS:CANCELLED
        END:VEVENT
        END:VCALENDAR
        """;
    List<Invitation> events =
        parse("Content-Type: text/calendar\n\n" + day).view().facts().invitations();
    assertThat(events.get(0).start().orElseThrow().how()).isEqualTo(Invitation.When.How.DAY);
    assertThat(events.get(0).end().orElseThrow().local())
        .isEqualTo(LocalDateTime.parse("2026-05-02T00:00"));
    assertThat(events.get(1).kind()).isEqualTo(Invitation.Kind.CANCEL);
    assertThat(events.get(1).start().orElseThrow())
        .isEqualTo(
            new Invitation.When(
                LocalDateTime.parse("2026-05-01T10:15"), Invitation.When.How.FLOATING));
  }

  @Test
  void survivesCalendarsThatAreNone() {
    Random random = new Random(9);
    byte[] good = CALENDAR.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 300; i++) {
      byte[] bad = good.clone();
      for (int j = 0; j < 5; j++) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
      }
      MailView view = file("text/calendar", bad).view();
      assertThat(MailView.decode(view.encode())).isEqualTo(view);
    }
    String nested = "BEGIN:VCALENDAR\n".repeat(10_000);
    assertThat(parse("Content-Type: text/calendar\n\n" + nested).view().facts().invitations())
        .isEmpty();
  }

  @Test
  void namesFiles() {
    ParsedMail mail =
        parse(
            """
            Content-Type: multipart/mixed; boundary=b

            --b
            Content-Type: image/png

            x
            --b
            Content-Type: application/pdf; name="Offer 3/2026.pdf"

            x
            --b
            Content-Type: message/rfc822

            Subject: inner

            inner words
            --b
            Content-Type: application/x-own; name="C:\\dir\\own.xyz"

            x
            --b
            Content-Type: application/x-own; name="\\\\host\\share\\own.xyz"

            x
            --b
            Content-Type: application/x-own; name="a\\b  c.xyz"

            x
            --b--
            """);
    assertThat(mail.view().attachments())
        .extracting(PartInfo::fileName)
        .containsExactly(
            "part-1.png", "Offer 3_2026.pdf", "inner.eml", "own.xyz", "own.xyz", "a\\b  c.xyz");
    assertThat(mail.view().attachments().get(2).size())
        .isEqualTo(content(mail, mail.view().attachments().get(2)).length());
  }
}

package arashi.deploy.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import arashi.deploy.demo.DemoMails.DemoMail;
import arashi.mime.html.HtmlSanitizer;
import arashi.mime.html.SanitizedHtml;
import arashi.mime.limit.MimeLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.parse.ParsedMail;
import arashi.mime.view.MailProblem;
import arashi.mime.view.PartInfo;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoMailsTest {
  private static final Instant NOW = Instant.parse("2025-03-07T09:14:30.5Z");
  private static final List<DemoMail> MAILS = DemoMails.load(NOW);
  private static final Map<String, ParsedMail> PARSED = parseAll();

  @Test
  void listsEachFileAndHasEachFileThatIsListed() throws Exception {
    try (Stream<Path> files = Files.list(folder())) {
      List<String> found =
          files.map(file -> file.getFileName().toString()).filter(f -> f.endsWith(".eml")).toList();
      assertThat(PARSED.keySet()).containsExactlyInAnyOrderElementsOf(found);
    }
    assertThat(MAILS).hasSameSizeAs(PARSED.entrySet());
  }

  @Test
  void fillsEachFolder() {
    assertThat(MAILS.stream().collect(Collectors.groupingBy(DemoMail::folder)).keySet())
        .containsExactlyInAnyOrder("inbox", "sent", "drafts", "archive", "junk", "trash");
    assertThat(MAILS).anyMatch(mail -> !mail.seen()).anyMatch(DemoMail::flagged);
  }

  @Test
  void datesMailsInTheirOrderAndInThePast() {
    assertThat(MAILS).extracting(DemoMail::received).isSorted().allMatch(NOW::isAfter);
    assertThat(MAILS.get(MAILS.size() - 1).received())
        .isCloseTo(NOW, within(Duration.ofMinutes(5)));
    for (DemoMail mail : MAILS) {
      assertThat(parse(mail).envelope().date()).contains(mail.received());
    }
  }

  @Test
  void fillsInEveryDate() {
    for (DemoMail mail : MAILS) {
      assertThat(latin(mail.raw())).doesNotContain("{{").doesNotContain("}}");
    }
    assertThat(text("kettle-6")).contains("On Thursday, 6 March, Mika Sato wrote:");
    assertThat(text("found-it")).contains("Date: Tue, 4 Mar 2025 19:14:30 GMT");
    assertThat(latin(part("invitation", "kettle.ics"))).contains("DTSTART:20250310T160000Z\r\n");
  }

  @Test
  void endsEveryLineAsMailDoes() {
    for (DemoMail mail : MAILS) {
      assertThat(latin(mail.raw()).replace("\r\n", "")).doesNotContain("\n").doesNotContain("\r");
    }
  }

  @Test
  void hasNothingWrongExceptWhereItIsMeant() {
    PARSED.forEach(
        (file, mail) -> {
          if (file.equals("smorrebrod.eml")) {
            assertThat(mail.problems())
                .extracting(MailProblem::kind)
                .containsExactly(MailProblem.Kind.CHARSET_GUESSED);
          } else {
            assertThat(mail.problems()).as(file).isEmpty();
          }
        });
  }

  @Test
  void writesOnlyToAndFromExampleDomains() {
    PARSED.values().stream()
        .flatMap(mail -> Stream.of(mail.envelope().from(), mail.envelope().to()))
        .flatMap(List::stream)
        .forEach(address -> assertThat(address.address()).endsWith(".example"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          cafe       | Café Émile      | Réservation confirmée pour samedi         | côté pluie
          zurich     | Jürg Käser      | Grüße vom See                             | Großvater sagt
          party      | Noor 🎈         | 🎂 Surprise party (do not tell Jonas) 🤫   | 🫖
          mother     | 佐藤 春子       | 嵐は大丈夫でしたか                        | 梅干しと新しい傘
          onsen      | 湯けむり旅館    | ご予約ありがとうございます                | 猿が先に入浴
          minjun     | 김민준          | 한강에서 보내는 편지                      | 라면은 내가 끓일게
          liwei      | 李伟            | 新茶到了，请尝一尝                        | 水温八十五度
          yiting     | 陳怡婷          | 颱風假的一天                              | 芒果冰
          olga       | Ольга Ветрова   | Новости с дачи                            | самовар гудит
          noa        | נועה לוי        | שלום מיפו                                 | תה עם נענע
          layla      | ليلى حداد       | أول مطر في الخريف                         | رائحة التراب
          smorrebrod | Søren Bjærg     | Opskrift på smørrebrød                    | Kærlig hilsen fra øen
          """)
  void canBeReadInEachCharset(String file, String from, String subject, String phrase) {
    ParsedMail mail = mail(file);
    assertThat(mail.envelope().author().name()).isEqualTo(from);
    assertThat(mail.envelope().subject()).isEqualTo(subject);
    assertThat(mail.view().text()).contains(phrase);
  }

  @Test
  void hasASubjectOfEachLength() {
    assertThat(mail("no-subject").envelope().subject()).isEmpty();
    assertThat(mail("long-subject").envelope().subject())
        .startsWith("Minutes of the meeting about the bicycle")
        .endsWith("in a room with chairs")
        .hasSizeGreaterThan(250);
  }

  @Test
  void joinsTheLinesOfFlowedText() {
    assertThat(text("lighthouse-letter"))
        .contains("has switched itself on and off for thirty years. Mostly");
  }

  @Test
  void linksTheConversation() {
    List<String> ids = new ArrayList<>();
    for (int n = 1; n <= 6; n++) {
      var envelope = mail("kettle-" + n).envelope();
      assertThat(envelope.references()).isEqualTo(ids);
      assertThat(envelope.inReplyTo()).isEqualTo(ids.isEmpty() ? ids : ids.subList(n - 2, n - 1));
      ids.add(envelope.messageId());
    }
    assertThat(PARSED.values().stream().map(mail -> mail.envelope().messageId()))
        .doesNotHaveDuplicates();
  }

  @Test
  void keepsEveryByteOfAttachments() throws IOException {
    String pdf = latin(part("tickets", "tickets.pdf"));
    int table = Integer.parseInt(pdf.replaceAll("(?s).*startxref\\n(\\d+)\\n%%EOF\\n", "$1"));
    assertThat(pdf)
        .startsWith("%PDF-1.4\n")
        .satisfies(p -> assertThat(p.indexOf("xref")).isEqualTo(table));
    assertThat(latin(part("storm-picture", "storm.csv")))
        .startsWith("station,hour,rain_mm,gust_kmh,remark\r\n")
        .endsWith("\"hat found, in Harbour\"\r\n");
    assertThat(image("dawn", "dawn.png")).isEqualTo("640x360");
    assertThat(image("storm-picture", "rain.png")).isEqualTo("480x200");
    assertThat(image("postcard", "night.jpg")).isEqualTo("420x260");
    assertThat(unzip(part("wind-chimes", "wind-chimes.zip")))
        .contains(entry("wind-chimes/README.txt", 115), entry("wind-chimes/knots.txt", 64))
        .hasSize(3);
  }

  @Test
  void decodesFileNames() {
    assertThat(mail("long-names").view().attachments())
        .extracting(PartInfo::name)
        .containsExactly(
            "Bericht über das Wetter, wie es war, ist und hätte sein können.txt", "嵐の記録.txt");
    assertThat(mail("bobby").view().attachments())
        .extracting(PartInfo::name)
        .containsExactly("<svg onload=alert(1)>.html");
  }

  @Test
  void showsPicturesThatTheMailBringsAndBlocksRemoteOnes() {
    assertThat(sanitized("storm-picture").html())
        .contains("<img src=\"/rain-chart&#64;kazami.example\"");
    assertThat(sanitized("postcard").html())
        .contains("<img src=\"/night&#64;faro-blanco.example\"");
    assertThat(mail("postcard").hasAttachment()).isFalse();
    assertThat(sanitized("lanterns").blockedImages()).isEqualTo(5);
    assertThat(PARSED.keySet().stream().filter(file -> blocked(file) > 0))
        .containsExactlyInAnyOrder("lanterns.eml", "bobby.eml");
  }

  @Test
  void rendersTricksHarmless() {
    var bobby = mail("bobby");
    assertThat(bobby.envelope().subject()).startsWith("<script>alert(\"boo\")</script>");
    assertThat(bobby.envelope().author().name()).startsWith("<img src=x onerror=alert(1)>");
    assertThat(sanitized("bobby").html())
        .contains("Hello from Bobby", "this should be a line like any other")
        .doesNotContainIgnoringCase("<script")
        .doesNotContain("javascript:", "onclick=", "<svg", "<iframe", "<form", "position");
    // a frame becomes a link
    assertThat(sanitized("bobby").html().replaceAll("<a href=[^>]{1,200}>[^<]{1,200}</a>", ""))
        .doesNotContain("tricks.example");
  }

  private static String image(String file, String name) throws IOException {
    var image = ImageIO.read(new ByteArrayInputStream(part(file, name)));
    return image.getWidth() + "x" + image.getHeight();
  }

  private static Map<String, Integer> unzip(byte[] zip) throws IOException {
    Map<String, Integer> sizes = new LinkedHashMap<>();
    try (var in = new ZipInputStream(new ByteArrayInputStream(zip))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        sizes.put(entry.getName(), in.readAllBytes().length);
      }
    }
    return sizes;
  }

  private static int blocked(String file) {
    return mail(file.replace(".eml", "")).view().html().isPresent()
        ? sanitized(file.replace(".eml", "")).blockedImages()
        : 0;
  }

  private static SanitizedHtml sanitized(String file) {
    String html = mail(file).view().html().orElseThrow();
    return HtmlSanitizer.sanitize(html, id -> Optional.of("/" + id));
  }

  private static byte[] part(String file, String name) {
    ParsedMail mail = mail(file);
    PartInfo info =
        mail.view().parts().stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
    return mail.part(info.n()).orElseThrow();
  }

  private static String text(String file) {
    return mail(file).view().text();
  }

  private static ParsedMail mail(String file) {
    return PARSED.get(file + ".eml");
  }

  private static ParsedMail parse(DemoMail mail) {
    return new MailParser(MimeLimits.DEFAULT).parse(mail.raw());
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** By file name, in the order of the index. */
  private static Map<String, ParsedMail> parseAll() {
    Map<String, ParsedMail> parsed = new LinkedHashMap<>();
    try {
      List<String> files =
          Files.readAllLines(folder().resolve("index.tsv")).stream()
              .filter(line -> !line.startsWith("#"))
              .map(line -> line.substring(0, line.indexOf('\t')))
              .toList();
      for (int i = 0; i < files.size(); i++) {
        parsed.put(files.get(i), parse(MAILS.get(i)));
      }
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
    return parsed;
  }

  private static Path folder() throws URISyntaxException {
    return Path.of(DemoMails.class.getResource("/arashi/demo").toURI());
  }
}

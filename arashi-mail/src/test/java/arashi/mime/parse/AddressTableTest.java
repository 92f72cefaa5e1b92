package arashi.mime.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.address.AddressList;
import arashi.mime.address.AnglePath;
import arashi.mime.address.MailAddress;
import arashi.mime.address.Mailbox;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each input of {@code addresses.tsv} by the readers of SMTP, of typed and of received fields. */
class AddressTableTest {
  private static final String TABLE = "/arashi/mime/address/addresses.tsv";
  private static final String NOTHING = "-";
  private static final Pattern REPEATED = Pattern.compile("\\{(\\d+):([^}]*)}");
  private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-f]{4})");

  /** A row of the table; the fifth column says why it is so. */
  record Row(String input, String path, String typed, String received) {}

  static Stream<Row> rows() throws IOException {
    try (InputStream table = AddressTableTest.class.getResourceAsStream(TABLE)) {
      List<Row> rows =
          new String(table.readAllBytes(), UTF_8)
              .lines()
              .filter(line -> !line.startsWith("# "))
              .map(line -> line.split("\t", -1))
              .map(c -> new Row(text(c[0]), text(c[1]), text(c[2]), text(c[3])))
              .toList();
      assertThat(rows).hasSizeGreaterThan(150);
      return rows.stream();
    }
  }

  private static String text(String escaped) {
    String repeated =
        REPEATED
            .matcher(escaped)
            .replaceAll(m -> Matcher.quoteReplacement(m.group(2).repeat(parse(m.group(1), 10))));
    return ESCAPE
        .matcher(repeated.replace("\\n", "\n"))
        .replaceAll(m -> Matcher.quoteReplacement(Character.toString(parse(m.group(1), 16))));
  }

  private static int parse(String number, int radix) {
    return Integer.parseInt(number, radix);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void readsPaths(Row row) {
    assertThat(path(row.input)).isEqualTo(row.path);
  }

  /** The argument of RCPT; inputs without brackets get them. */
  private static String path(String in) {
    String text = in.startsWith("<") ? in : "<" + in + ">";
    AnglePath path = AnglePath.read(text, 1, ">");
    if (path.end() != text.length() - 1) {
      return NOTHING;
    }
    return path.isNull() ? "<>" : path.recipient().map(MailAddress::toString).orElse(NOTHING);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void readsTypedFields(Row row) {
    AddressList list = AddressList.parse(row.input, true);
    Stream<String> wrong = list.wrong().stream().map(w -> "!" + w.reason() + "(" + w.text() + ")");
    String read =
        Stream.concat(list.mailboxes().stream().map(Mailbox::toString), wrong)
            .collect(Collectors.joining(" + "));
    assertThat(read.isEmpty() ? NOTHING : read).isEqualTo(row.typed);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void readsReceivedFields(Row row) {
    String read =
        HeaderText.mailboxes(row.input.replace('\n', ' '), 100).stream()
            .map(Mailbox::toString)
            .collect(Collectors.joining(" + "));
    assertThat(read.isEmpty() ? NOTHING : read).isEqualTo(row.received);
  }
}

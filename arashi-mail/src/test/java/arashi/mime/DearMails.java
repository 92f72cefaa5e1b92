package arashi.mime;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;

/**
 * Mails that are cheap to send and expensive to parse, of any size. Each targets one mechanism that
 * can be superlinear: folded headers, encoded words, part trees, and the HTML of {@link DearHtml}.
 */
final class DearMails {
  private DearMails() {}

  /** Returns whole mails by name, as functions of their length in bytes. */
  static Map<String, IntFunction<String>> mails() {
    Map<String, IntFunction<String>> found = new LinkedHashMap<>();
    repeatedInAField(found);
    fieldsAndLongWords(found);
    parts(found);
    texts(found);
    charsetsAndEncodings(found);
    return found;
  }

  private static void repeatedInAField(Map<String, IntFunction<String>> found) {
    for (String name :
        new String[] {
          "Subject",
          "From",
          "To",
          "References",
          "In-Reply-To",
          "Message-ID",
          "Date",
          "Received",
          "Content-Type",
          "Content-Disposition",
          "Content-Transfer-Encoding",
          "X-A",
          "Content-ID"
        }) {
      for (String unit :
          new String[] {
            "x",
            " ",
            "<",
            "<a@b>",
            "<a@b> ",
            "a@b, ",
            "\"",
            "(",
            "((a)",
            "\\",
            "=?",
            "=?utf-8?q?a?=",
            "=?utf-8?q?a?= ",
            "=?utf-8?b?YQ==?= ",
            "=?iso-2022-jp?b?GyRC?= ",
            "=?utf-8?q?=C3?= ",
            "=?x?q?",
            "; a*%d=b",
            "; a*%d*=utf-8''%41",
            "; a%d=b",
            "; filename*%d=b",
            "a:;",
            "a@",
            "@",
            "<@a:",
            "\n b",
            "\n ",
            "\u00e4",
            "\u00e4 =?utf-8?q?a?=",
            "1 ",
            "1:",
            "a b <c@d>,",
            "Re: ",
            "[a] ",
            "\"a\" (b) <c@d>; ",
            ",",
            "multipart/",
            "=?utf-8?q?a",
            "?=",
            "? ",
            "\t"
          }) {
        found.put(
            name + ": " + unit.replace("\n", "\\n").replace("\t", "\\t"),
            n -> name + ": " + DearHtml.numbered("", unit, n, "") + "\n\ntext");
      }
    }
  }

  private static void fieldsAndLongWords(Map<String, IntFunction<String>> found) {
    found.put(
        "colons behind a sign",
        n -> fieldsOf("To", "a".repeat(30_000) + "@" + ":".repeat(30_000), n));
    found.put(
        "words of unknown charsets",
        n -> fieldsOf("Subject", "=?x?q?=E4?= =?y?q?=E4?= ".repeat(2_600), n));
    found.put(
        "recipients of unknown charsets",
        n -> fieldsOf("To", "=?x?q?=E4?= =?y?q?=E4?= ".repeat(2_600), n));
    found.put(
        "words cut off, then a space",
        n -> fieldsOf("Subject", "=?x?q?".repeat(5_000) + " " + "a".repeat(30_000), n));
    found.put("references without a sign", n -> fieldsOf("References", "x".repeat(60_000), n));
    found.put(
        "a sign behind a long word",
        n -> "Subject: s\n\n" + ("x".repeat(250_000) + "@").repeat(n / 250_001));
    found.put(
        "brackets behind links",
        n -> "Subject: s\n\n" + ("http://x/" + ")".repeat(1990) + " ").repeat(n / 2_000));
    found.put("marks of two kinds", n -> "Subject: s\n\na" + "\u0301\u0323".repeat(n / 4));
    found.put(
        "marks of two kinds in the subject",
        n -> "Subject: a" + "\u0301\u0323".repeat(n / 4) + "\n\ntext");
    found.put(
        "images looked for in a text of c",
        n ->
            "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n"
                + "cid:".repeat(n / 8)
                + "\n"
                + DearHtml.numbered(
                    "", "--b\nContent-Type: image/png\nContent-ID: <cid:%d@x>\n\nx\n", n / 2, ""));
    found.put("random of two letters", n -> "Subject: s\n\n" + random(n, 2));
    found.put("random of twenty letters", n -> "Subject: s\n\n" + random(n, 20));
    found.put("fields", n -> "X-A: b\n".repeat(n / 7) + "\ntext");
    found.put("fields To", n -> "To: a@b\n".repeat(n / 8) + "\ntext");
    found.put("fields named anew", n -> DearHtml.numbered("", "X-%d: b\n", n, "\ntext"));
    found.put("lines that are no fields", n -> "x\n".repeat(n / 2) + "\ntext");
    found.put("no fields, then one", n -> ("x\n".repeat(50) + "X-A: b\n").repeat(n / 107));
    found.put(
        "500 long fields",
        n -> {
          String field = "X-A: " + "=?utf-8?q?a?= ".repeat(Math.max(1, n / 500 / 14)) + "\n";
          return field.repeat(500) + "\ntext";
        });
    found.put(
        "500 long recipients",
        n -> {
          String field = "To: " + "a b <c@d>,".repeat(Math.max(1, n / 500 / 10)) + "\n";
          return field.repeat(500) + "\ntext";
        });
  }

  private static void parts(Map<String, IntFunction<String>> found) {
    String mixed = "Content-Type: multipart/mixed; boundary=b\n\n";
    found.put("parts", n -> mixed + "--b\n\nx\n".repeat(n / 7));
    found.put(
        "parts with files",
        n -> mixed + "--b\nContent-Type: text/plain; name=\"a b.txt\"\n\nx\n".repeat(n / 53));
    found.put("boundaries almost", n -> mixed + "--\n-b\n--c".repeat(n / 9));
    found.put(
        "deep multiparts",
        n ->
            DearHtml.numbered("", "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", n, ""));
    found.put(
        "deep multiparts, long boundaries",
        n ->
            DearHtml.numbered(
                "",
                "Content-Type: multipart/mixed; boundary="
                    + "b".repeat(60)
                    + "%d\n\n--"
                    + "b".repeat(60)
                    + "%d\n",
                n,
                ""));
    found.put(
        "20 multiparts, then dashes",
        n ->
            DearHtml.numbered(
                    "",
                    "Content-Type: multipart/mixed; boundary="
                        + "-".repeat(60)
                        + "%d\n\n--"
                        + "-".repeat(60)
                        + "%d\n",
                    4000,
                    "\n")
                + "\n-----------".repeat(n / 12));
    found.put("deep mails", n -> "Content-Type: message/rfc822\n\n".repeat(n / 30));
    found.put(
        "wide mails",
        n ->
            mixed
                + ("--b\nContent-Type: message/rfc822\n\nTo: " + "a@b,".repeat(200) + "\n\nx\n")
                    .repeat(n / 850));
    found.put(
        "alternatives",
        n ->
            "Content-Type: multipart/alternative; boundary=b\n\n"
                + "--b\nContent-Type: text/html\n\n<b>x\n".repeat(n / 37));
    found.put(
        "alternatives in alternatives",
        n ->
            DearHtml.numbered(
                    "",
                    "Content-Type: multipart/alternative; boundary=b%d\n\n--b%d\n\nx\n--b%d\n",
                    n,
                    "")
                + "Content-Type: text/html\n\n<b>x");
    found.put(
        "related images",
        n ->
            "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n"
                + "<b>x".repeat(n / 8)
                + "\n"
                + DearHtml.numbered(
                    "", "--b\nContent-Type: image/png\nContent-ID: <%d@x>\n\nx\n", n / 2, ""));
  }

  private static void texts(Map<String, IntFunction<String>> found) {
    for (String unit :
        new String[] {
          "x",
          "x ",
          "\n",
          ">",
          "> ",
          ">>\n",
          "> x \n",
          "http://x.example/",
          "http://x ",
          "a@b ",
          "a@",
          "mailto:",
          "x.",
          "x.y_z ",
          "\u6f22",
          "\u00e4",
          "\ud83d\ude00",
          "M",
          "-- \n",
          "-",
          "http://x.example/)",
          "http://x/((((",
          "http://x/)))) ",
          ".",
          "Z\u0301\u0323",
          "\u0301",
          "\r",
          "\r\r\n",
          "\ud800",
          "https://",
          "AAAA+/=\n",
          "x@y.z.w",
          "_",
          "%",
          "a:b "
        }) {
      String shown = unit.replace("\n", "\\n").replace("\r", "\\r");
      found.put("text " + shown, n -> "Subject: s\n\n" + unit.repeat(n / unit.length()));
      found.put(
          "flowed " + shown,
          n ->
              "Content-Type: text/plain; format=flowed; delsp=yes\n\n"
                  + unit.repeat(n / unit.length()));
    }
    found.put(
        "uuencoded",
        n -> "Subject: s\n\nbegin 644 a\n" + ("M" + "`".repeat(60) + "\n").repeat(n / 62));
    found.put(
        "lines of 10,000 marks",
        n -> "Subject: s\n\n" + (">".repeat(10_000) + "x\n").repeat(n / 10_002));
    found.put(
        "flowed lines of 10,000 marks",
        n ->
            "Content-Type: text/plain; format=flowed\n\n"
                + (">".repeat(10_000) + "x \n").repeat(n / 10_003));
  }

  private static void charsetsAndEncodings(Map<String, IntFunction<String>> found) {
    for (String charset :
        new String[] {
          "utf-7", "utf-16", "iso-2022-jp", "gb18030", "x", "us-ascii", "ibm037", "iso-2022-cn"
        }) {
      found.put(
          "charset " + charset,
          n ->
              "Content-Type: text/plain; charset="
                  + charset
                  + "\n\n"
                  + "+\u001b$B\u00e4-".repeat(n / 7));
      found.put(
          "utf-7-like in " + charset,
          n -> "Content-Type: text/plain; charset=" + charset + "\n\n" + "+AOQ-".repeat(n / 5));
    }
    for (var html : DearHtml.texts().entrySet()) {
      found.put(
          "html " + html.getKey(),
          n -> "Content-Type: text/html; charset=utf-8\n\n" + html.getValue().apply(n));
    }
    for (String name : new String[] {"<b><i><a>", "table of cells", "<p><b>"}) {
      IntFunction<String> html = DearHtml.texts().get(name);
      found.put(
          "base64 " + name,
          n ->
              "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n"
                  + Base64.getMimeEncoder()
                      .encodeToString(html.apply(n * 3 / 4).getBytes(StandardCharsets.UTF_8)));
      found.put(
          "quoted-printable " + name,
          n ->
              "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n"
                  + html.apply(n));
    }
    for (String unit : new String[] {"=", "=\n", "=3D", "=3", " ", "=\r\n", "x", " \n"}) {
      found.put(
          "quoted-printable of " + unit.strip(),
          n ->
              "Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n"
                  + unit.repeat(n / unit.length()));
    }
    for (String unit : new String[] {"=", "A", "A\n", "!", "A="}) {
      found.put(
          "base64 of " + unit.strip(),
          n ->
              "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n"
                  + unit.repeat(n / unit.length()));
    }
  }

  private static String fieldsOf(String name, String body, int length) {
    String field = name + ": " + body + "\n";
    return field.repeat(Math.max(1, length / field.length())) + "\ntext";
  }

  private static String random(int length, int letters) {
    Random random = new Random(1);
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < length; i++) {
      out.append(i % 70 == 69 ? ' ' : (char) ('a' + random.nextInt(letters)));
    }
    return out.toString();
  }
}

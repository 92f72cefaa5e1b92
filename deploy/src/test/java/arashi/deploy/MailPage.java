package arashi.deploy;

import static arashi.deploy.Client.field;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** The form of a mail, or another, as a browser without scripts has it. */
final class MailPage {
  private static final String BOUNDARY = "----Boundary7f3a";

  private final Document page;
  private final List<Client.Field> fields = new ArrayList<>();

  private MailPage(Document page, String css) {
    this.page = page;
    Element form = page.selectFirst(css);
    if (form == null) {
      throw new AssertionError("no " + css + ", but: " + page.title() + "\n" + page.text());
    }
    for (Element control : form.select("input[name], textarea[name], select[name]")) {
      if (control.is("textarea")) {
        fields.add(field(control.attr("name"), control.wholeText())); // without its first line end
      } else if (control.is("select")) {
        Element option = control.selectFirst("option[selected]");
        option = option == null ? control.selectFirst("option") : option;
        fields.add(
            field(
                control.attr("name"),
                option.hasAttr("value") ? option.attr("value") : option.text()));
      } else if (!control.attr("type").equals("file")
          && (!control.is("[type=checkbox], [type=radio]") || control.hasAttr("checked"))) {
        fields.add(field(control.attr("name"), control.attr("value")));
      }
    }
  }

  static MailPage of(Answer answer) {
    return of(answer, "form#compose");
  }

  /** Another form of a page. */
  static MailPage of(Answer answer, String css) {
    return new MailPage(answer.page(), css);
  }

  Document page() {
    return page;
  }

  /** First value of a field. */
  String value(String name) {
    return values(name).stream().findFirst().orElse("");
  }

  List<String> values(String name) {
    return fields.stream().filter(one -> one.name().equals(name)).map(Client.Field::value).toList();
  }

  /** Types into a field. */
  MailPage type(String name, String value) {
    fields.replaceAll(one -> one.name().equals(name) ? field(name, value) : one);
    return this;
  }

  /** Types into one of several fields of a name, the first being 0. */
  MailPage type(String name, int which, String value) {
    int seen = 0;
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equals(name) && seen++ == which) {
        fields.set(i, field(name, value));
      }
    }
    return this;
  }

  /** Unticks the boxes of all files. */
  MailPage untickFiles() {
    fields.removeIf(one -> one.name().equals("file"));
    return this;
  }

  /** Returns the errors that the page shows. */
  String complaints() {
    return String.join("\n", page.select(".notice p, .wrong li, #compose .wrong").eachText());
  }

  List<Client.Field> fields() {
    return List.copyOf(fields);
  }

  /** Presses a button that posts to a path. */
  Answer press(Client client, String path, String... headers) {
    return client.post(path, fields, headers);
  }

  /** Chooses a file, and presses the button that attaches it. */
  Answer attach(Client client, String name, byte[] content, String... headers) {
    return attach(client, Map.of(name, content), headers);
  }

  /** Chooses files by name, and presses the button that attaches them. */
  Answer attach(Client client, Map<String, byte[]> files, String... headers) {
    return attach(client, fields, files, headers);
  }

  /** Sends these fields and files as the form that attaches them. */
  static Answer attach(
      Client client, List<Client.Field> fields, Map<String, byte[]> files, String... headers) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (Client.Field one : fields) {
      part(body, "name=\"" + one.name() + "\"", "", Mails.utf8(one.value()));
    }
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      part(
          body,
          "name=\"files\"; filename=\"" + file.getKey() + "\"",
          "Content-Type: application/octet-stream\r\n",
          file.getValue());
    }
    body.writeBytes(Mails.utf8("--" + BOUNDARY + "--\r\n"));
    List<String> all = new ArrayList<>(List.of(headers));
    all.add("Content-Type");
    all.add("multipart/form-data; boundary=" + BOUNDARY);
    return client.send("POST", "/drafts/attach", body.toByteArray(), all.toArray(String[]::new));
  }

  private static void part(
      ByteArrayOutputStream body, String disposition, String header, byte[] content) {
    body.writeBytes(
        ("--" + BOUNDARY + "\r\nContent-Disposition: form-data; " + disposition + "\r\n")
            .getBytes(StandardCharsets.UTF_8));
    body.writeBytes(Mails.utf8(header + "\r\n"));
    body.writeBytes(content);
    body.writeBytes(Mails.utf8("\r\n"));
  }
}

package arashi.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.FolderRole;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

class MailMarksTest {
  private static MailMarks ofHeader(String fields) {
    byte[] raw = (fields + "\nSubject: x\n\nStatus: D\n").getBytes(StandardCharsets.UTF_8);
    return MailMarks.ofHeader(HeaderFields.of(raw));
  }

  private static String flags(MailMarks marks) {
    MailFlags flags = marks.flags();
    return (flags.seen() ? "seen " : "")
        + (flags.flagged() ? "flagged " : "")
        + (flags.answered() ? "answered " : "")
        + (flags.forwarded() ? "forwarded " : "")
        + (marks.deleted() ? "deleted " : "")
        + (marks.draft() ? "draft " : "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Status: O                        | ''",
        "Status: RO                       | seen",
        "status: R                        | seen",
        "X-Status: AF                     | flagged answered",
        "X-Status: D                      | deleted",
        "X-Status: T                      | draft",
        "X-Mozilla-Status: 0001           | seen",
        "X-Mozilla-Status: 1017           | seen flagged answered forwarded",
        "X-Mozilla-Status: 0009           | seen deleted",
        "X-Mozilla-Status2: 00200000      | deleted",
        "X-Mozilla-Status2: 10000000      | ''",
        "X-Mozilla-Status: no number      | ''",
        "X-Keywords: $Forwarded later     | forwarded",
        "X-Gmail-Labels: Inbox,Opened     | seen",
        "X-Gmail-Labels: Unread,Starred   | flagged",
        "X-Gmail-Labels: Ungelesen,Markiert | flagged",
        "X-Other: R                       | ''"
      })
  void readsTheMarksOfAHeader(String field, String expected) {
    assertThat(flags(ofHeader(field)).strip()).isEqualTo(expected);
  }

  @Test
  void readsKeywordsOfEitherProgram() {
    assertThat(ofHeader("X-Keywords: NonJunk  todo\nX-Mozilla-Keys: $label1 todo").keywords())
        .containsExactly("NonJunk", "todo", "$label1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.host:2,FRS   | seen flagged answered",
        "1.host:2,PS    | seen forwarded",
        "1.host:2,D     | draft",
        "1.host;2,S     | seen",
        "1.host!2,S     | seen",
        "1.host,S=12:2,Sab | seen",
        "1.host         | ''",
        "12,S           | ''"
      })
  void readsTheLettersOfAMaildir(String fileName, String expected) {
    assertThat(flags(MailMarks.ofMaildir(fileName, List.of())).strip()).isEqualTo(expected);
  }

  @Test
  void takesTrashedMailOfAMaildirToTrash() {
    assertThat(MailMarks.ofMaildir("1.host:2,ST", List.of()).place(place("Old")))
        .contains(FolderPath.of(FolderRole.TRASH));
    assertThat(MailMarks.ofMaildir("1.host:2,S", List.of()).place(place("Old")))
        .isEqualTo(place("Old"));
    assertThat(MailMarks.ofMaildir("1.host:2,D", List.of()).place(place("Old")))
        .isEqualTo(place("Old"));
    assertThat(MailMarks.ofMaildir("1.host:2,D", List.of()).place(Optional.empty()))
        .contains(FolderPath.of(FolderRole.DRAFTS));
  }

  private static Optional<FolderPath> place(String... names) {
    return Optional.of(new FolderPath(Optional.empty(), List.of(names)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Inbox,Opened                             | none    | ''",
        "Sent,Opened,Clubs                        | SENT    | Clubs",
        "Spam,Inbox                               | JUNK    | ''",
        "Trash,Sent                               | TRASH   | ''",
        "Draft                                    | DRAFTS  | ''",
        "Archived,Opened                          | ARCHIVE | ''",
        "Archived,Clubs                           | Clubs   | ''",
        "Inbox,Important,Clubs/Rowing,Unread,Boats | Clubs/Rowing | Boats Important",
        "Inbox,Category Updates                   | none    | 'Category Updates'",
        "\"Rain, wind\",Inbox                     | 'Rain, wind' | ''",
        "=?UTF-8?Q?Papierkorb,Ge=C3=B6ffnet?=     | TRASH   | ''",
        "Posteingang,=?UTF-8?B?w5xidW5n?=         | Übung   | ''"
      })
  void sortsTheLabelsOfGmail(String labels, String place, String keywords) {
    MailMarks marks = ofHeader("X-Gmail-Labels: " + labels);

    String found =
        marks
            .place()
            .map(at -> at.role().map(Enum::name).orElse("") + String.join("/", at.names()))
            .orElse("none");
    assertThat(found).isEqualTo(place);
    assertThat(String.join(" ", marks.keywords())).isEqualTo(keywords);
  }

  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = "gmail-labels.txt", delimiter = '|', quoteCharacter = '\u0001')
  void knowsTheLabelsOfEachLanguage(
      String language,
      String inbox,
      String sent,
      String drafts,
      String spam,
      String trash,
      String starred,
      String important,
      String unread,
      String opened,
      String archived,
      String chats,
      String category) {
    for (String name : names(inbox)) {
      for (String read : names(opened)) {
        for (String kind : names(category)) {
          String field = name + "," + read + "," + kind + ": X1," + kind + " X2";
          GmailLabels labels = GmailLabels.of(field);
          assertThat(labels.place()).as(field).isEmpty();
          assertThat(labels.seen()).as(field).isTrue();
          assertThat(labels.keywords()).as(field).containsExactly(kind + ": X1", kind + " X2");
        }
      }
      for (String word : names(unread)) {
        assertThat(GmailLabels.of(name + "," + word).seen()).as(word).isFalse();
        assertThat(GmailLabels.of(name + "," + word).place()).as(word).isEmpty();
      }
    }
    leadsTo(FolderRole.SENT, sent, opened);
    leadsTo(FolderRole.DRAFTS, drafts, opened);
    leadsTo(FolderRole.JUNK, spam, opened);
    leadsTo(FolderRole.TRASH, trash, opened);
    leadsTo(FolderRole.ARCHIVE, archived, opened);
    names(starred).forEach(word -> assertThat(GmailLabels.of(word).starred()).as(word).isTrue());
    Stream.of(important, chats)
        .flatMap(all -> names(all).stream())
        .forEach(word -> assertThat(GmailLabels.of(word).keywords()).containsExactly(word));
  }

  private static void leadsTo(FolderRole role, String labels, String opened) {
    for (String label : names(labels)) {
      String field = names(opened).get(0) + "," + label;
      assertThat(GmailLabels.of(field).place()).as(field).contains(FolderPath.of(role));
      assertThat(GmailLabels.of(field.toUpperCase(Locale.ROOT)).seen()).isTrue();
    }
  }

  private static List<String> names(String cell) {
    return Stream.of(cell.split(",", -1)).map(String::strip).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0001',
      value = {
        "=?UTF-8?Q?Innboks,Kategori:_Kampanjer,=C3=85pnet?=",
        "=?UTF-8?Q?Innboks,Kategori:_Kampan?= =?UTF-8?Q?jer,=C3=85pnet?=",
        "=?UTF-8?Q?Innboks,Kategori: Kampanjer,=C3=85pnet?=",
        "=?UTF-8?B?SW5uYm9rcyxLYXRlZ29yaTogS2FtcGFuamVyLMOFcG5ldA?=",
      })
  void decodesLabelsAsTheyAreEncoded(String field) {
    MailMarks marks = ofHeader("X-Gmail-Labels: " + field);

    assertThat(marks.place()).isEmpty();
    assertThat(marks.flags().seen()).isTrue();
    assertThat(marks.keywords()).containsExactly("Kategori: Kampanjer");
  }

  @Test
  void readsFoldedLabelsAndTheThread() {
    MailMarks marks = ofHeader("X-GM-THRID: 1790\nX-Gmail-Labels: Clubs,\n Starred,\n\tUnread");
    assertThat(marks.thread()).isEqualTo("1790");
    assertThat(marks.flags()).isEqualTo(new MailFlags(false, true, false));
    assertThat(marks.place()).isEqualTo(place("Clubs"));
  }

  @Test
  void readsThePropertyListOfAppleMail() {
    assertThat(flags(MailMarks.ofPropertyList(plist(1 | 4 | 16 | 1 << 8))).strip())
        .isEqualTo("seen flagged answered forwarded");
    assertThat(flags(MailMarks.ofPropertyList(plist(2))).strip()).isEqualTo("deleted");
    assertThat(MailMarks.ofPropertyList("no list")).isEqualTo(MailMarks.NONE);
    assertThat(MailMarks.NONE.keywords()).isEqualTo(Set.of());
  }

  private static String plist(int flags) {
    return "<plist version=\"1.0\"><dict><key>flags</key>\n\t<integer>"
        + flags
        + "</integer></dict></plist>";
  }
}

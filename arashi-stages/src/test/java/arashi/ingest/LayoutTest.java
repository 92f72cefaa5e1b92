package arashi.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.ingest.Layout.Spot;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LayoutTest {
  private static final Set<String> FILES =
      Set.of(
          "cur/1:2,S",
          "dovecot-uidlist",
          "tmp/2",
          ".Sent/cur/1:2,S",
          ".Archive.2025/cur/1:2,S",
          ".INBOX.Club/cur/1",
          ".Entw&APw-rfe/new/1",
          ".Entw&APw-rfe/cur/1",
          ".Übung/cur/1",
          ".&broken/cur/1",
          "Trash/cur/1",
          "sub/cur/1",
          "tb/Inbox",
          "tb/Inbox.msf",
          "tb/Inbox.sbd/Trips",
          "tb/Sent-1",
          "tb/Sent",
          "tb/Sent.msf",
          "tb/Trips",
          "tb/Trips.sbd/Far&AOk-",
          "tb/Trips.sbd/Far&AOk-.sbd/Moon",
          "apple/Notes.mbox/mbox",
          "apple/Sent Messages.mbox/UUID/Data/Messages/1.emlx",
          "apple/A.mbox/B.mbox/Messages/2.emlx",
          "plain/list.mbox");

  private static final class Files implements Layout.Tree {
    private final Set<String> folders = new HashSet<>();

    Files() {
      for (String file : FILES) {
        for (int at = file.indexOf('/'); at >= 0; at = file.indexOf('/', at + 1)) {
          folders.add(file.substring(0, at));
        }
      }
    }

    @Override
    public boolean isFolder(String path) {
      return folders.contains(path);
    }

    @Override
    public boolean isFile(String path) {
      return FILES.contains(path);
    }
  }

  private static Spot spot(String file) {
    return new Layout(new Files()).of(List.of(file.split("/")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cur/1:2,S                              | none",
        ".Sent/cur/1:2,S                        | SENT",
        ".Archive.2025/cur/1:2,S                | ARCHIVE/2025",
        ".INBOX.Club/cur/1                      | Club",
        ".Entw&APw-rfe/new/1                    | DRAFTS",
        ".Übung/cur/1                           | Übung",
        ".&broken/cur/1                         | &broken",
        "Trash/cur/1                            | TRASH",
        "sub/cur/1                              | none",
        "tb/Inbox                               | none",
        "tb/Inbox.sbd/Trips                     | Trips",
        "tb/Sent                                | SENT",
        "tb/Sent-1                              | none",
        "tb/Trips                               | Trips",
        "tb/Trips.sbd/Far&AOk-                  | Trips/Faré",
        "tb/Trips.sbd/Far&AOk-.sbd/Moon         | Trips/Faré/Moon",
        "apple/Notes.mbox/mbox                  | Notes",
        "apple/Sent Messages.mbox/UUID/Data/Messages/1.emlx | SENT",
        "apple/A.mbox/B.mbox/Messages/2.emlx    | A/B",
        "plain/list.mbox                        | none"
      })
  void namesTheFolderOfAFile(String file, String place) {
    String found =
        spot(file)
            .place()
            .map(
                at ->
                    at.role().map(Enum::name).orElse("")
                        + (at.role().isPresent() && !at.names().isEmpty() ? "/" : "")
                        + String.join("/", at.names()))
            .orElse("none");

    assertThat(found).isEqualTo(place);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tmp/2", "dovecot-uidlist"})
  void ignoresWhatAMaildirHasBesideItsMail(String file) {
    assertThat(spot(file).ignored()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"cur/1:2,S | true", ".Entw&APw-rfe/new/1 | true", "tb/Sent | false"})
  void recognizesMailsOfMaildirs(String file, boolean isMail) {
    assertThat(spot(file).inMaildir()).isEqualTo(isMail);
  }
}

package arashi.front.page;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FolderPaneTest {
  private static Folder folder(String name, FolderRole role) {
    return new Folder(1, 0, name, Optional.ofNullable(role), 1, 1, 1, 0, 0, 0, false);
  }

  private static String sorted(Stream<Folder> folders) {
    return folders.sorted(FolderPane.ORDER).map(Folder::name).collect(Collectors.joining(" "));
  }

  @Test
  void sortsFoldersAsADictionaryDoes() {
    assertThat(
            sorted(
                Stream.of(
                        "Zug", "ähre", "Ober", "Öfen", "aal", "Ofen", "Éte", "ete", "Straße",
                        "Strasse", "Ähre", "zug", "Œuvre", "Яма", "Еда")
                    .map(name -> folder(name, null))))
        .isEqualTo("aal Ähre ähre ete Éte Ober Œuvre Ofen Öfen Strasse Straße Zug zug Еда Яма");
  }

  @Test
  void sortsSpecialFoldersFirst() {
    assertThat(
            sorted(
                Stream.of(
                    folder("Ablage", null),
                    folder("Sent", FolderRole.SENT),
                    folder("Inbox", FolderRole.INBOX))))
        .isEqualTo("Inbox Sent Ablage");
  }
}

package arashi.front.page;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import arashi.web.Translations;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FolderKindsTest {
  private final FolderKinds kinds = new FolderKinds(Translations.load());

  private static Folder folder(FolderRole role) {
    return new Folder(7, Folder.TOP, "Trash", Optional.ofNullable(role), 1, 1, 1, 0, 0, 0, false);
  }

  @Test
  void namesSpecialFoldersInTheReadersLanguage() {
    assertThat(kinds.name(folder(FolderRole.TRASH), Locale.GERMAN)).isEqualTo("Papierkorb");
    assertThat(kinds.name(folder(null), Locale.GERMAN)).isEqualTo("Trash");
  }

  @ParameterizedTest
  @EnumSource(FolderRole.class)
  void onlyTheTrashDeletesForEver(FolderRole role) {
    assertThat(kinds.of(folder(role)).deletesForEver()).isEqualTo(role == FolderRole.TRASH);
    assertThat(kinds.of(folder(role))).isNotEqualTo(kinds.of(folder(null)));
  }
}

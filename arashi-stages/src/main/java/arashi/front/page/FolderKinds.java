package arashi.front.page;

import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import arashi.web.FolderKind;
import arashi.web.MessageKey;
import arashi.web.Translations;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Names, icons and words of folders, by role and for users' own folders. Any thread. */
final class FolderKinds {
  private final Translations messages;
  private final Map<FolderRole, MessageKey> names = new EnumMap<>(FolderRole.class);
  private final Map<FolderRole, FolderKind> special = new EnumMap<>(FolderRole.class);
  private final FolderKind other;

  /**
   * Looks up all words.
   *
   * @throws IllegalArgumentException if a language lacks one of them
   */
  FolderKinds(Translations messages) {
    this.messages = messages;
    for (FolderRole role : FolderRole.values()) {
      String word = role.name().toLowerCase(Locale.ROOT);
      names.put(role, messages.key("folder." + word));
      special.put(
          role, kind(word, role != FolderRole.ARCHIVE, role == FolderRole.TRASH, role.isEmptied()));
    }
    other = kind("other", true, false, false);
  }

  private FolderKind kind(String word, boolean archives, boolean deletesForEver, boolean empties) {
    return new FolderKind(
        word,
        messages.key("empty." + word + ".title"),
        messages.key("empty." + word + ".text"),
        archives,
        deletesForEver,
        empties);
  }

  /** Returns the display of a folder. */
  FolderKind of(Folder folder) {
    return folder.role().map(special::get).orElse(other);
  }

  /**
   * Returns the displayed name: a special folder with its default name is translated; any other
   * keeps its own name.
   */
  String name(Folder folder, Locale locale) {
    Optional<FolderRole> role =
        folder.role().filter(one -> one.defaultName().equalsIgnoreCase(folder.name()));
    return role.isEmpty() ? folder.name() : messages.text(locale, names.get(role.get()));
  }
}

package arashi.ingest;

import arashi.store.mail.FolderRole;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Labels of a Gmail export in {@code X-Gmail-Labels}, in the language of the account. A mail goes
 * to one folder: that of its special label, or else of its first own label. Its other own labels
 * become keywords.
 *
 * @param seen whether it was opened
 * @param starred whether it has a star
 * @param place its folder; empty for the inbox
 * @param keywords the remaining labels
 */
record GmailLabels(
    boolean seen, boolean starred, Optional<FolderPath> place, Set<String> keywords) {
  private static final Set<String> UNREAD =
      Set.of(
          "unread",
          "ungelesen",
          "non lu",
          "non lus",
          "no leído",
          "no leídos",
          "sin leer",
          "da leggere",
          "non letto",
          "non letti",
          "não lido",
          "não lidos",
          "não lida",
          "não lidas",
          "ongelezen",
          "oläst",
          "olästa",
          "ulæst",
          "ulæste",
          "ulest",
          "uleste",
          "lukematon",
          "lukemattomat",
          "nieprzeczytane",
          "nepřečtené",
          "непрочитанные",
          "непрочитано",
          "непрочитані",
          "okunmadı",
          "okunmamış",
          "未読",
          "未读",
          "未讀",
          "읽지않음",
          "읽지 않음");

  private static final Set<String> STARRED =
      Set.of(
          "starred",
          "markiert",
          "suivis",
          "suivi",
          "messages suivis",
          "destacado",
          "destacados",
          "speciali",
          "speciale",
          "com estrela",
          "met ster",
          "stjärnmärkt",
          "stjernemarkeret",
          "stjernemerket",
          "tähdellä merkityt",
          "oznaczone gwiazdką",
          "s hvězdičkou",
          "помеченные",
          "із зірочкою",
          "yıldızlı",
          "スター付き",
          "已加星标",
          "已加星號",
          "별표편지함");

  /** Labels without information of their own. */
  private static final Set<String> PLAIN =
      Set.of(
          "opened",
          "geöffnet",
          "ouvert",
          "abierto",
          "abiertos",
          "aperto",
          "aperti",
          "aberto",
          "geopend",
          "öppnad",
          "öppnat",
          "åbnet",
          "åpnet",
          "avattu",
          "otwarte",
          "otevřené",
          "открытые",
          "açıldı",
          "開封済み",
          "已打开",
          "已開啟",
          "열어봄");

  /** Precedence of special labels. */
  private static final List<FolderRole> ORDER =
      List.of(FolderRole.TRASH, FolderRole.JUNK, FolderRole.DRAFTS, FolderRole.SENT);

  /** Parses comma-separated labels; some are quoted. */
  static GmailLabels of(String field) {
    boolean unread = false;
    boolean starred = false;
    Set<FolderRole> roles = new LinkedHashSet<>();
    Set<String> own = new LinkedHashSet<>();
    Set<String> systems = new LinkedHashSet<>();
    for (String label : split(field)) {
      String lower = label.toLowerCase(Locale.ROOT);
      Optional<FolderRole> role = FolderNames.role(label);
      if (UNREAD.contains(lower)) {
        unread = true;
      } else if (STARRED.contains(lower)) {
        starred = true;
      } else if (role.isPresent()) {
        roles.add(role.get());
      } else if (isOfSystem(lower)) {
        systems.add(label);
      } else if (!PLAIN.contains(lower)) {
        own.add(label);
      }
    }
    Optional<FolderPath> place =
        ORDER.stream().filter(roles::contains).findFirst().map(FolderPath::of);
    if (place.isEmpty() && !own.isEmpty()) {
      String first = own.iterator().next();
      place = FolderNames.place(List.of(first.split("/")));
      own.remove(first);
    }
    if (place.isEmpty() && roles.equals(Set.of(FolderRole.ARCHIVE))) {
      place = Optional.of(FolderPath.of(FolderRole.ARCHIVE));
    }
    own.addAll(systems);
    return new GmailLabels(!unread, starred, place, own);
  }

  /** Returns whether Gmail itself assigns the label; such labels are not folders. */
  private static boolean isOfSystem(String lower) {
    return lower.matches(
            "(?:category|kategorie|catégorie|categoría|categoria|categorie|kategori) .*")
        || lower.matches("(?:category_|\\^).*")
        || Set.of(
                "important",
                "wichtig",
                "importante",
                "importants",
                "importanti",
                "importantes",
                "belangrijk",
                "viktigt",
                "vigtigt",
                "viktig",
                "tärkeät",
                "ważne",
                "důležité",
                "важное",
                "önemli",
                "重要",
                "중요편지함",
                "chat",
                "chats",
                "muted",
                "snoozed",
                "scheduled")
            .contains(lower);
  }

  private static List<String> split(String field) {
    List<String> labels = new ArrayList<>();
    StringBuilder label = new StringBuilder();
    boolean quoted = false;
    for (char c : (field + ",").toCharArray()) {
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        labels.add(label.toString().strip());
        label.setLength(0);
      } else {
        label.append(c);
      }
    }
    labels.removeIf(String::isEmpty);
    return labels;
  }
}

package arashi.ingest;

import arashi.mime.text.TextCleaner;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Maps folder names to special uses, in the languages of common mail programs. Pure. */
final class FolderNames {
  private static final Map<String, FolderRole> ROLES = new HashMap<>();

  static {
    named(
        FolderRole.INBOX,
        "inbox",
        "posteingang",
        "boîte de réception",
        "bandeja de entrada",
        "recibidos",
        "posta in arrivo",
        "caixa de entrada",
        "postvak in",
        "inkorgen",
        "indbakke",
        "innboks",
        "saapuneet",
        "odebrane",
        "doručená pošta",
        "входящие",
        "вхідні",
        "gelen kutusu",
        "受信トレイ",
        "收件箱",
        "收件匣",
        "받은편지함");
    named(
        FolderRole.SENT,
        "sent",
        "sent items",
        "sent messages",
        "sent mail",
        "sent-mail",
        "sentmail",
        "gesendet",
        "gesendete objekte",
        "gesendete elemente",
        "messages envoyés",
        "éléments envoyés",
        "envoyés",
        "enviados",
        "elementos enviados",
        "itens enviados",
        "inviati",
        "posta inviata",
        "inviata",
        "verzonden",
        "verzonden items",
        "verzonden berichten",
        "skickat",
        "skickade objekt",
        "sendt",
        "sendt post",
        "lähetetyt",
        "wysłane",
        "odeslaná pošta",
        "odeslané",
        "отправленные",
        "надіслані",
        "gönderilmiş postalar",
        "gönderilmiş",
        "送信済み",
        "送信済みメール",
        "已发送",
        "已发送邮件",
        "寄件備份",
        "보낸편지함");
    named(
        FolderRole.TRASH,
        "trash",
        "deleted",
        "deleted items",
        "deleted messages",
        "bin",
        "papierkorb",
        "gelöschte objekte",
        "gelöschte elemente",
        "corbeille",
        "éléments supprimés",
        "papelera",
        "elementos eliminados",
        "cestino",
        "posta eliminata",
        "lixeira",
        "lixo",
        "itens excluídos",
        "prullenbak",
        "verwijderde items",
        "papperskorgen",
        "borttaget",
        "papirkurv",
        "papirkurven",
        "slettet post",
        "roskakori",
        "kosz",
        "koš",
        "корзина",
        "кошик",
        "çöp kutusu",
        "çöp",
        "ゴミ箱",
        "已删除邮件",
        "已删除",
        "垃圾桶",
        "휴지통");
    named(
        FolderRole.JUNK,
        "junk",
        "spam",
        "junk e-mail",
        "junk email",
        "junk mail",
        "bulk mail",
        "spamverdacht",
        "unerwünscht",
        "pourriel",
        "courrier indésirable",
        "indésirables",
        "correo no deseado",
        "posta indesiderata",
        "ongewenste e-mail",
        "ongewenst",
        "skräppost",
        "uønsket",
        "roskaposti",
        "nevyžádaná pošta",
        "спам",
        "迷惑メール",
        "垃圾邮件",
        "垃圾郵件",
        "스팸함");
    named(
        FolderRole.DRAFTS,
        "draft",
        "drafts",
        "entwurf",
        "entwürfe",
        "brouillons",
        "borradores",
        "bozze",
        "rascunhos",
        "concepten",
        "utkast",
        "kladder",
        "luonnokset",
        "szkice",
        "wersje robocze",
        "koncepty",
        "rozepsané",
        "черновики",
        "чернетки",
        "taslaklar",
        "下書き",
        "草稿",
        "草稿箱",
        "임시보관함");
    named(
        FolderRole.ARCHIVE,
        "archive",
        "archives",
        "archived",
        "archiv",
        "archiviert",
        "archivés",
        "archivo",
        "archivos",
        "archivados",
        "archivio",
        "archiviati",
        "arquivo",
        "arquivados",
        "archief",
        "gearchiveerd",
        "arkiv",
        "arkisto",
        "archiwum",
        "архив",
        "архів",
        "arşiv",
        "アーカイブ",
        "归档",
        "存档");
  }

  private FolderNames() {}

  private static void named(FolderRole role, String... names) {
    for (String name : names) {
      ROLES.put(name, role);
    }
  }

  /** Returns the special use of a folder name. */
  static Optional<FolderRole> role(String name) {
    return Optional.ofNullable(ROLES.get(name.strip().toLowerCase(Locale.ROOT)));
  }

  /**
   * Returns the place of a path of names; empty for the inbox or the top. A folder below the inbox
   * becomes a top-level folder, because many servers keep all folders there. So does a folder below
   * {@code [Gmail]}.
   */
  static Optional<FolderPath> place(List<String> path) {
    List<String> names = new ArrayList<>();
    path.forEach(name -> names.add(valid(name)));
    names.removeIf(String::isEmpty);
    while (!names.isEmpty() && isOuter(names.get(0))) {
      names.remove(0);
    }
    if (names.isEmpty()) {
      return Optional.empty();
    }
    Optional<FolderRole> role = role(names.get(0));
    return Optional.of(
        new FolderPath(role, role.isPresent() ? names.subList(1, names.size()) : names));
  }

  private static boolean isOuter(String name) {
    return name.equalsIgnoreCase("[Gmail]")
        || name.equalsIgnoreCase("[Google Mail]")
        || role(name).equals(Optional.of(FolderRole.INBOX));
  }

  /** Returns a valid folder name. */
  private static String valid(String name) {
    return TextCleaner.cut(name.replaceAll("[\\p{Cc}/]", "_").strip(), Folder.MAX_NAME);
  }
}

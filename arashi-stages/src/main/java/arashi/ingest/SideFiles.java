package arashi.ingest;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Auxiliary files of mail programs and operating systems, skipped silently. Pure. */
final class SideFiles {
  private static final Set<String> NAMES =
      Set.of(
          ".ds_store",
          ".mh_sequences",
          ".mh_profile",
          ".subscriptions",
          "filterlog.html",
          "maildirfolder",
          "maildirsize",
          "msgfilterrules.dat",
          "popstate.dat",
          "subscriptions",
          "table_of_contents",
          "thumbs.db",
          "desktop.ini");

  private static final List<String> BEGINNINGS = List.of("dovecot", "courierimap", "._");
  private static final List<String> ENDS = List.of(".msf", ".lock");

  private SideFiles() {}

  static boolean contains(String fileName) {
    String name = fileName.toLowerCase(Locale.ROOT);
    return NAMES.contains(name)
        || BEGINNINGS.stream().anyMatch(name::startsWith)
        || ENDS.stream().anyMatch(name::endsWith);
  }
}

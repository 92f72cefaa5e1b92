package arashi.front.page;

import arashi.store.job.Job;
import arashi.store.mail.Refiled;
import arashi.web.Field;
import arashi.web.MessageKey;
import arashi.web.Notice;
import arashi.web.PostForm;
import arashi.web.Translations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Outcome of a POST, shown on the page that the browser is redirected to. It travels in a cookie,
 * which no other site can set. The cookie holds only numbers and the last part of a message key.
 *
 * @param done names the outcome, see {@link Pages#done}
 * @param count number of affected messages
 * @param undo kind of the undo
 * @param folder folder of the messages now, or 0 if there is no undo; of a folder, its id
 * @param origin former folder of the messages
 * @param uids their numbers in {@code folder}, each followed by its origin if there are several
 *     origins; of a draft, an outgoing mail or a job, its id
 */
public record Flash(
    MessageKey done, int count, Undo undo, long folder, long origin, List<Long> uids) {
  /** Name of the cookie. */
  public static final String COOKIE = "arashi_done";

  /** Browsers limit cookies to 4096 bytes. */
  private static final int MAX_LENGTH = 3_000;

  /** Prefix of all message keys of outcomes. */
  static final String WORDS = "done.";

  /** Message for an empty selection, or one whose messages are gone already. */
  static final String NOTHING = "done.nothing";

  private static final Pattern WORD = Pattern.compile("[a-z_]{1,30}");

  /** Kind of an undo. */
  public enum Undo {
    /** No undo. */
    NONE,
    /** Moves the messages back to their folder. */
    REFILE,
    /** Moves the messages back to their several folders. */
    REFILE_EACH,
    /** Moves the folder back. */
    MOVE,
    /** Restores the discarded draft. */
    RESTORE,
    /** Makes the outgoing mail a draft again. */
    RECALL,
    /** Undoes the job. */
    JOB,
    /** The job still runs; its page can stop it. */
    PROGRESS
  }

  /** Copies the uids. */
  public Flash {
    uids = List.copyOf(uids);
  }

  /** An outcome without undo. */
  public static Flash of(MessageKey done, int count) {
    return new Flash(done, count, Undo.NONE, 0, 0, List.of());
  }

  /** A discarded draft. */
  public static Flash discarded(MessageKey done, long draft) {
    return new Flash(done, 1, Undo.RESTORE, 0, 0, List.of(draft));
  }

  /** A mail that leaves after the undo period. */
  public static Flash leaving(MessageKey done, long id) {
    return new Flash(done, 1, Undo.RECALL, 0, 0, List.of(id));
  }

  /** Messages moved from {@code origin} to another folder, with undo. */
  public static Flash moved(MessageKey done, long origin, Refiled refiled) {
    List<Long> uids = List.copyOf(refiled.uids().values());
    return uids.isEmpty()
        ? of(done, 0)
        : new Flash(done, uids.size(), Undo.REFILE, refiled.folder(), origin, uids);
  }

  /** Messages moved from several folders to one, with undo. */
  public static Flash moved(MessageKey done, Map<Long, Refiled> byOrigin) {
    List<Long> uids = new ArrayList<>();
    long folder = 0;
    for (Map.Entry<Long, Refiled> each : byOrigin.entrySet()) {
      if (byOrigin.size() == 1) {
        return moved(done, each.getKey(), each.getValue());
      }
      folder = each.getValue().folder();
      for (long uid : each.getValue().uids().values()) {
        uids.add(uid);
        uids.add(each.getKey());
      }
    }
    return uids.isEmpty()
        ? of(done, 0)
        : new Flash(done, uids.size() / 2, Undo.REFILE_EACH, folder, 0, uids);
  }

  /** A folder moved from {@code origin}, with undo. */
  public static Flash movedFolder(MessageKey done, long folder, long origin) {
    return new Flash(done, 1, Undo.MOVE, folder, origin, List.of());
  }

  /** A job that continues in the background. */
  public static Flash underWay(MessageKey done, long job) {
    return new Flash(done, 1, Undo.PROGRESS, 0, 0, List.of(job));
  }

  /** A job that has ended. */
  public static Flash ended(MessageKey done, Job job) {
    int count = (int) Math.min(Integer.MAX_VALUE, job.changed());
    return job.isUndoable()
        ? new Flash(done, count, Undo.JOB, 0, 0, List.of(job.id()))
        : of(done, count);
  }

  /** Returns the POST of the undo, or null. */
  public PostForm undoForm() {
    if (uids.isEmpty() && undo != Undo.MOVE) {
      return null;
    }
    return switch (undo) {
      case NONE, PROGRESS -> null;
      case MOVE ->
          new PostForm(
              "/mail/" + folder + "/move",
              List.of(new Field("to", Long.toString(origin)), new Field("undo", "1")));
      case REFILE -> refile();
      case REFILE_EACH -> refileEach();
      case RESTORE -> new PostForm("/drafts/" + uids.get(0) + "/restore", List.of());
      case RECALL -> new PostForm("/outbox/" + uids.get(0) + "/undo", List.of());
      case JOB -> new PostForm("/jobs/" + uids.get(0) + "/undo", List.of());
    };
  }

  private PostForm refile() {
    List<Field> fields = new ArrayList<>(uids.size() + 3);
    fields.add(new Field("to", Long.toString(origin)));
    fields.add(new Field("back", "/mail/" + origin));
    fields.add(new Field("undo", "1"));
    uids.forEach(uid -> fields.add(new Field("uid", Long.toString(uid))));
    return new PostForm("/mail/" + folder + "/refile", fields);
  }

  private PostForm refileEach() {
    List<Field> fields = new ArrayList<>(uids.size() / 2 + 1);
    fields.add(new Field("undo", "1"));
    for (int i = 0; i + 1 < uids.size(); i += 2) {
      fields.add(new Field("uid", Selection.name(folder, uids.get(i)) + ":" + uids.get(i + 1)));
    }
    return new PostForm("/search/refile", fields);
  }

  /** Returns the notice for the reader. */
  Notice notice(Translations messages, Locale locale) {
    if (count == 0) {
      return new Notice(Notice.Kind.ERROR, messages.text(locale, NOTHING), null);
    }
    String job = undo == Undo.PROGRESS && !uids.isEmpty() ? "/jobs/" + uids.get(0) : null;
    return new Notice(Notice.Kind.INFO, messages.text(locale, done, count), undoForm(), job);
  }

  /** Returns the cookie's value; without the undo if the uids don't fit. */
  String encode() {
    StringBuilder value = new StringBuilder();
    value
        .append(done.toString().substring(WORDS.length()))
        .append('.')
        .append(count)
        .append('.')
        .append(undo)
        .append('.')
        .append(folder)
        .append('.')
        .append(origin);
    for (long uid : uids) {
      value.append('.').append(uid);
    }
    return value.length() <= MAX_LENGTH ? value.toString() : of(done, count).encode();
  }

  /** Reads a cookie's value; null if it is missing or malformed. */
  public static Flash decode(String value, Translations messages) {
    if (value == null || value.length() > MAX_LENGTH) {
      return null;
    }
    String[] fields = value.split("\\.", -1);
    if (fields.length < 5 || !WORD.matcher(fields[0]).matches()) {
      return null;
    }
    try {
      List<Long> uids = new ArrayList<>();
      for (int i = 5; i < fields.length; i++) {
        uids.add(Long.parseUnsignedLong(fields[i]));
      }
      return new Flash(
          messages.key(WORDS + fields[0]),
          Integer.parseUnsignedInt(fields[1]),
          Undo.valueOf(fields[2]),
          Long.parseUnsignedLong(fields[3]),
          Long.parseUnsignedLong(fields[4]),
          uids);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}

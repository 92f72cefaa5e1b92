package arashi.front;

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
 * What a POST has done, to be told by the page that the browser is sent to next. It travels in a
 * cookie, which no other site can set, and holds numbers and the last part of a key only.
 *
 * @param done says what was done, see {@link Pages#done}
 * @param count to how many messages
 * @param undo how it is taken back
 * @param folder where they are now, or 0 if that can't be undone; of a folder, its id
 * @param origin where they were
 * @param uids their numbers in {@code folder}, if they were in several each with its origin; of a
 *     draft, a mail that leaves or a job, its id
 */
public record Flash(
    MessageKey done, int count, Undo undo, long folder, long origin, List<Long> uids) {
  /** Name of the cookie. */
  public static final String COOKIE = "arashi_done";

  /** Browsers keep cookies of 4096 bytes at most. */
  private static final int MAX_LENGTH = 3_000;

  /** What the keys of all words begin with that say what was done. */
  static final String WORDS = "done.";

  /** There was nothing selected, or it was gone already. */
  static final String NOTHING = "done.nothing";

  private static final Pattern WORD = Pattern.compile("[a-z_]{1,30}");

  /** How something is taken back. */
  public enum Undo {
    /** It can't be. */
    NONE,
    /** The messages go back to where they were. */
    REFILE,
    /** The same for messages that were in several folders. */
    REFILE_EACH,
    /** The folder goes back to where it was. */
    MOVE,
    /** The draft that was discarded comes back. */
    RESTORE,
    /** The mail that is to leave becomes a draft again. */
    RECALL,
    /** The job is taken back. */
    JOB,
    /** The job still runs; its page can stop it. */
    PROGRESS
  }

  /** Copies the uids. */
  public Flash {
    uids = List.copyOf(uids);
  }

  /** Something that can't be undone. */
  public static Flash of(MessageKey done, int count) {
    return new Flash(done, count, Undo.NONE, 0, 0, List.of());
  }

  /** A draft that was discarded. */
  public static Flash discarded(MessageKey done, long draft) {
    return new Flash(done, 1, Undo.RESTORE, 0, 0, List.of(draft));
  }

  /** A mail that leaves in a moment. */
  public static Flash leaving(MessageKey done, long id) {
    return new Flash(done, 1, Undo.RECALL, 0, 0, List.of(id));
  }

  /** Messages that went from {@code origin} to another folder, from where they can come back. */
  public static Flash moved(MessageKey done, long origin, Refiled refiled) {
    List<Long> uids = List.copyOf(refiled.uids().values());
    return uids.isEmpty()
        ? of(done, 0)
        : new Flash(done, uids.size(), Undo.REFILE, refiled.folder(), origin, uids);
  }

  /** Messages that went from several folders to one, from where they can come back. */
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

  /** A folder that went from {@code origin} to another, from where it can come back. */
  public static Flash movedFolder(MessageKey done, long folder, long origin) {
    return new Flash(done, 1, Undo.MOVE, folder, origin, List.of());
  }

  /** A job that goes on in the background. */
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

  /** The POST that takes it back, or null. */
  PostForm undoForm() {
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

  /** As a reader is told it. */
  Notice notice(Translations messages, Locale locale) {
    if (count == 0) {
      return new Notice(Notice.Kind.ERROR, messages.text(locale, NOTHING), null);
    }
    String job = undo == Undo.PROGRESS && !uids.isEmpty() ? "/jobs/" + uids.get(0) : null;
    return new Notice(Notice.Kind.INFO, messages.text(locale, done, count), undoForm(), job);
  }

  /** As a cookie's value; if the uids don't fit, without the undo. */
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

  /** Reads a cookie's value; null if it is missing or none of ours. */
  static Flash decode(String value, Translations messages) {
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

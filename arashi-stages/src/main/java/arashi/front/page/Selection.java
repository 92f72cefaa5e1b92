package arashi.front.page;

import arashi.front.Arguments;
import arashi.front.RequestProblem;
import arashi.store.mail.NoSuchFolderException;
import arashi.web.ErrorPage.Problem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The messages that a form names.
 *
 * @param uids uids by folder
 * @param all true if all messages of the folder are selected instead
 */
public record Selection(SortedMap<Long, List<Long>> uids, boolean all) {
  private static final int PARTS = 2;

  /** Reads messages of the path's folder, from {@code uid=UID} or {@code all=1}. */
  public static Selection ofFolder(Arguments arguments) throws RequestProblem {
    SortedMap<Long, List<Long>> uids = new TreeMap<>();
    uids.put(arguments.number(0), arguments.uids());
    return new Selection(uids, "1".equals(Arguments.first(arguments.form(), "all")));
  }

  /** Reads messages of several folders, from {@code uid=FOLDER:UID}. */
  public static Selection ofFolders(Arguments arguments) throws RequestProblem {
    SortedMap<Long, List<Long>> uids = new TreeMap<>();
    for (List<Long> place : places(arguments, PARTS)) {
      uids.computeIfAbsent(place.get(0), folder -> new ArrayList<>()).add(place.get(1));
    }
    return new Selection(uids, false);
  }

  /**
   * Reads the fields {@code uid}, each of numbers separated by colons.
   *
   * @param most maximum of numbers in a value; the minimum is two
   */
  public static List<List<Long>> places(Arguments arguments, int most) throws RequestProblem {
    List<String> values = arguments.form().all("uid");
    if (values.size() > Arguments.MAX_UIDS) {
      throw new RequestProblem(Problem.TOO_LARGE, values.size() + " uids");
    }
    List<List<Long>> places = new ArrayList<>();
    for (String value : values) {
      List<Long> place = new ArrayList<>();
      for (String number : value.split(":", -1)) {
        place.add(Arguments.parse(number, Problem.BAD_REQUEST));
      }
      if (place.size() < PARTS || place.size() > most) {
        throw new RequestProblem(Problem.BAD_REQUEST, "uid must be FOLDER:UID");
      }
      places.add(place);
    }
    return places;
  }

  /** Returns the name of a message in lists that span several folders. */
  public static String name(long folder, long uid) {
    return folder + ":" + uid;
  }

  /** The folder of a selection of all messages. */
  public long folder() {
    return uids.firstKey();
  }

  /**
   * Runs work on the uids of each folder, like {@link #eachPart}.
   *
   * @throws NoSuchFolderException if none of the folders exists
   */
  public void eachFolder(BiConsumer<Long, List<Long>> work) {
    eachPart(uids.entrySet(), each -> work.accept(each.getKey(), each.getValue()));
  }

  /**
   * Runs work on each part of a selection. It skips a part whose folder no longer exists, so that
   * the changes to the other parts get their notice and undo.
   *
   * @throws NoSuchFolderException if no part has its folder
   */
  public static <P> void eachPart(Collection<P> parts, Consumer<P> work) {
    NoSuchFolderException gone = null;
    int skipped = 0;
    for (P part : parts) {
      try {
        work.accept(part);
      } catch (NoSuchFolderException e) {
        gone = e;
        skipped++;
      }
    }
    if (gone != null && skipped == parts.size()) {
      throw gone;
    }
  }
}

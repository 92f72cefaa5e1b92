package arashi.front.compose;

import arashi.web.ComposePage.Wrong;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Why a form comes back: the status, a sentence above it, and what is wrong with its fields. */
public final class Marks {
  private final int status;
  private final Map<Field, List<Wrong>> wrong = new EnumMap<>(Field.class);
  private String sentence = "";
  private String other;

  /** A field that can be wrong. */
  public enum Field {
    /** First recipients. */
    TO,
    /** Further recipients. */
    CC,
    /** Recipients that the others don't see. */
    BCC,
    /** The subject. */
    SUBJECT,
    /** The moment at which it is to be sent. */
    SEND_AT
  }

  /** Nothing is marked yet; the answer has this status of HTTP. */
  public Marks(int status) {
    this.status = status;
  }

  /** Says a sentence above the form. */
  public Marks say(String text) {
    sentence = text;
    return this;
  }

  /** Leads to the version that another window has saved. */
  public Marks leadTo(String path) {
    other = path;
    return this;
  }

  /** Marks a part of a field. */
  public void mark(Field field, Wrong part) {
    wrong.computeIfAbsent(field, unused -> new ArrayList<>()).add(part);
  }

  /** The number of fields that are marked. */
  public int fields() {
    return wrong.size();
  }

  /** Whether there is nothing to say. */
  public boolean areNone() {
    return wrong.isEmpty() && sentence.isEmpty() && other == null;
  }

  int status() {
    return status;
  }

  List<Wrong> of(Field field) {
    return wrong.getOrDefault(field, List.of());
  }

  String sentence() {
    return sentence;
  }

  String other() {
    return other;
  }
}

package arashi.front.compose;

import arashi.web.ComposePage;
import arashi.web.ComposePage.Wrong;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Errors of a returned form: status, a sentence above it, and the wrong parts of its fields. */
public final class Marks {
  private final int status;
  private final Map<Field, List<Wrong>> wrong = new EnumMap<>(Field.class);
  private String sentence = "";
  private ComposePage.Other other;

  /** A field that can be wrong. */
  public enum Field {
    /** To. */
    TO,
    /** Cc. */
    CC,
    /** Bcc. */
    BCC,
    /** Subject. */
    SUBJECT,
    /** Send time. */
    SEND_AT
  }

  /** Starts without errors; the answer has this HTTP status. */
  public Marks(int status) {
    this.status = status;
  }

  /** Sets the sentence above the form. */
  public Marks say(String text) {
    sentence = text;
    return this;
  }

  /** Links to the other version. */
  public Marks leadTo(ComposePage.Other version) {
    other = version;
    return this;
  }

  /** Marks a part of a field as wrong. */
  public void mark(Field field, Wrong part) {
    wrong.computeIfAbsent(field, unused -> new ArrayList<>()).add(part);
  }

  /** The number of wrong fields. */
  public int fields() {
    return wrong.size();
  }

  /** True if there are no errors. */
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

  ComposePage.Other other() {
    return other;
  }
}

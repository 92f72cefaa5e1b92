package arashi.web;

import java.io.Writer;

/** Collects a page in memory, without the locks that {@link java.io.StringWriter} takes. */
final class PageWriter extends Writer {

  private final StringBuilder page;

  PageWriter(int initialChars) {
    page = new StringBuilder(initialChars);
  }

  @Override
  public void write(int c) {
    page.append((char) c);
  }

  @Override
  public void write(char[] chars, int offset, int length) {
    page.append(chars, offset, length);
  }

  @Override
  public void write(String text) {
    page.append(text);
  }

  @Override
  public void write(String text, int offset, int length) {
    page.append(text, offset, offset + length);
  }

  @Override
  public void flush() {
    // nothing is held back
  }

  @Override
  public void close() {
    // nothing is held open
  }

  @Override
  public String toString() {
    return page.toString();
  }
}

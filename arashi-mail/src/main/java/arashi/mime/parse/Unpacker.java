package arashi.mime.parse;

import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.WorkBudget;
import arashi.mime.unpack.CmsMessage;
import arashi.mime.unpack.EncodedFiles;
import arashi.mime.unpack.TnefMessage;
import arashi.mime.unpack.UnpackedFile;
import arashi.mime.view.FileTypes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Opens containers that are not MIME multiparts and adds their content as child parts: files in
 * text, {@code winmail.dat}, and content inside S/MIME signatures. Unpacked parts are not opened
 * again. For one use on one thread.
 */
final class Unpacker {
  /** The first number of unpacked parts; each container has its own range. */
  static final int FIRST = 1_000_000;

  private static final int RANGE = 1_000;
  private static final int BYTES_PER_STEP = 64;

  private final MimeLimits limits;
  private final Problems problems;
  private final WorkBudget budget;
  private int left;

  Unpacker(MimeLimits limits, Problems problems, WorkBudget budget) {
    this.limits = limits;
    this.problems = problems;
    this.budget = budget;
    this.left = Math.min(RANGE, limits.maxParts());
  }

  static int container(int n) {
    return (n - FIRST) / RANGE;
  }

  private static int first(MimePart container) {
    return FIRST + container.n * RANGE;
  }

  /** Opens all containers below {@code root}. */
  void openAll(MimePart root) {
    if (root.children.isEmpty()) {
      open(root, Set.of());
    } else {
      root.children.forEach(this::openAll);
    }
  }

  /** Opens one container and returns the contents of parts in it. */
  Map<Integer, byte[]> partsOf(MimePart container, Set<Integer> wanted) {
    open(container, wanted);
    Map<Integer, byte[]> contents = new HashMap<>();
    collect(container, wanted, contents);
    return contents;
  }

  private static void collect(MimePart part, Set<Integer> wanted, Map<Integer, byte[]> into) {
    if (wanted.contains(part.n)) {
      into.put(part.n, part.content);
    }
    part.children.forEach(child -> collect(child, wanted, into));
  }

  private void open(MimePart part, Set<Integer> wanted) {
    if (left <= 0 || part.content.length == 0) {
      return;
    }
    if (part.isTnef()) {
      tnef(part);
    } else if (part.isCms()) {
      signed(part, wanted);
    } else if (part.isReadable() && !part.isHtml()) {
      files(part);
    }
  }

  private void files(MimePart part) {
    budget.spend(1 + part.content.length / BYTES_PER_STEP);
    EncodedFiles.Found found = EncodedFiles.in(part.content, left);
    part.content = found.text();
    if (part.content.length > limits.maxTextBytes()) { // the whole part was read to find files
      part.content = Arrays.copyOf(part.content, limits.maxTextBytes());
      part.cut = true;
    }
    found.files().forEach(file -> add(part, file));
  }

  private void tnef(MimePart part) {
    budget.spend(1 + part.content.length / BYTES_PER_STEP);
    Optional<TnefMessage> message = TnefMessage.read(part.content, left);
    if (message.isEmpty()) {
      return;
    }
    part.shown = true;
    message.get().files().forEach(file -> add(part, file));
    text(part, "text/html", message.get().html());
    if (message.get().html().isBlank()) {
      text(part, "text/plain", message.get().text());
    }
  }

  private void text(MimePart container, String type, String text) {
    if (!text.isBlank()) {
      HeaderParameters utf8 = new HeaderParameters(type, Map.of("charset", "utf-8"));
      byte[] content = text.getBytes(StandardCharsets.UTF_8);
      int n = first(container) + container.children.size();
      MimePart part = MimePart.unpacked(n, container, utf8, "", content);
      part.shown = true;
      container.children.add(part);
      left--;
    }
  }

  private void add(MimePart container, UnpackedFile file) {
    int n = first(container) + container.children.size();
    String type = file.type().matches("[!-~&&[^/;]]+/[!-~&&[^/;]]+") ? file.type() : "";
    HeaderParameters known =
        new HeaderParameters(type.isEmpty() ? FileTypes.type(file.name()) : type, Map.of());
    String name = file.name().isBlank() ? "" : file.name();
    MimePart part = MimePart.unpacked(n, container, known, name, file.content());
    if (!file.contentId().isBlank()) {
      byte[] id = file.contentId().getBytes(StandardCharsets.UTF_8);
      part.headers.add(new MimePart.RawHeader("Content-ID", id));
    }
    container.children.add(part);
    left--;
  }

  private void signed(MimePart part, Set<Integer> wanted) {
    budget.spend(1 + part.content.length / BYTES_PER_STEP);
    Optional<byte[]> content = CmsMessage.signedContent(part.content);
    if (content.isEmpty()) {
      return;
    }
    MimePart inner = new MimePart(first(part), part);
    new PartWalker(limits, problems, wanted, budget, inner).walk(content.get());
    part.children.add(inner);
    part.shown = true;
    left -= 1;
  }
}

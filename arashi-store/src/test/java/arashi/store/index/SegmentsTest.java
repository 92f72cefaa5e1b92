package arashi.store.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.store.database.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random segments against a plain model: a map from terms to messages. */
class SegmentsTest {
  private static final byte[] FROM_START = {};

  private record Mails(Map<Long, SortedSet<byte[]>> termsOf) {

    List<SearchEntry> entries() {
      List<SearchEntry> entries = new ArrayList<>();
      termsOf.forEach((message, terms) -> entries.add(new SearchEntry(message, terms)));
      return entries;
    }

    Mails without(Set<Long> dropped) {
      Map<Long, SortedSet<byte[]>> kept = new TreeMap<>(termsOf);
      kept.keySet().removeAll(dropped);
      return new Mails(kept);
    }

    SortedMap<String, List<Long>> index() {
      SortedMap<String, List<Long>> index = new TreeMap<>();
      new TreeMap<>(termsOf)
          .descendingMap()
          .forEach(
              (message, terms) ->
                  terms.forEach(
                      term ->
                          index.computeIfAbsent(text(term), x -> new ArrayList<>()).add(message)));
      return index;
    }
  }

  private static String text(byte[] term) {
    return new String(term, StandardCharsets.ISO_8859_1);
  }

  /** Returns frequent and rare terms, short and of maximum length, with all byte values. */
  private static Mails random(Random random, int mails, long firstMessage) {
    Map<Long, SortedSet<byte[]>> termsOf = new TreeMap<>();
    int vocabulary = 1 + random.nextInt(400);
    long seed = random.nextLong();
    while (termsOf.size() < mails) {
      long gap = random.nextBoolean() ? random.nextInt(3) : random.nextLong(1L << 40);
      firstMessage += 1 + gap;
      SortedSet<byte[]> terms = new TreeSet<>(Arrays::compareUnsigned);
      int count = random.nextInt(40);
      for (int i = 0; i < count; i++) {
        int term = (int) (vocabulary * Math.pow(random.nextDouble(), 3));
        terms.add(term(new Random(seed + term)));
      }
      if (random.nextInt(10) > 0) {
        terms.add("all".getBytes(StandardCharsets.UTF_8));
      }
      termsOf.put(firstMessage, terms);
    }
    return new Mails(termsOf);
  }

  private static byte[] term(Random random) {
    int length = random.nextInt(8) == 0 ? Block.MAX_TERM : 1 + random.nextInt(12);
    byte[] term = new byte[length];
    int letters = random.nextBoolean() ? 3 : 256;
    for (int i = 0; i < length; i++) {
      term[i] = (byte) (letters == 3 ? 'a' + random.nextInt(3) : random.nextInt(256));
    }
    return term;
  }

  private static List<Block> terms(List<Block> blocks) {
    return blocks.stream().filter(block -> block.term().length > 0).toList();
  }

  private static SortedMap<String, List<Long>> read(long[] ids, List<Block> blocks, byte[] after) {
    SortedMap<String, List<Long>> index = new TreeMap<>();
    SegmentReader reader = new SegmentReader(terms(blocks).iterator(), ids.length, after);
    while (reader.next()) {
      List<Long> messages = new ArrayList<>();
      for (int i = 0; i < reader.postings().size(); i++) {
        messages.add(ids[reader.postings().get(i)]);
      }
      assertThat(index.put(text(reader.term()), messages)).isNull();
    }
    return index;
  }

  private static int blockBytes(Random random) {
    return 200 + random.nextInt(random.nextBoolean() ? 50 : 3_700);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void readsWhatItBuilt(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 20; round++) {
      Mails mails = random(random, 1 + random.nextInt(1_500), random.nextLong(1L << 50));
      int bytes = blockBytes(random);
      SegmentBuilder.Segment segment = SegmentBuilder.build(mails.entries(), bytes);

      assertThat(segment.blocks()).isSortedAccordingTo(Block::compareKey);
      assertThat(terms(segment.blocks())).allMatch(block -> block.data().length <= bytes);
      assertThat(segment.blocks()).allMatch(block -> block.data().length <= Block.MAX_DATA);
      assertThat(read(segment.ids(), segment.blocks(), FROM_START)).isEqualTo(mails.index());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14, 15})
  void findsIdsByOrdinalAndOrdinalsById(long seed) {
    Random random = new Random(seed);
    Mails mails = random(random, 1 + random.nextInt(2_000), random.nextLong(1L << 50));
    SegmentBuilder.Segment segment = SegmentBuilder.build(mails.entries(), 1_800);
    long[] ids = segment.ids();
    List<Long> read = new ArrayList<>();
    for (Block block : segment.blocks()) {
      if (block.term().length == 0 && block.doc() >= 0) {
        assertThat(block.doc()).isEqualTo(read.size());
        Arrays.stream(Ids.read(block.data())).forEach(read::add);
      }
    }
    assertThat(read).isEqualTo(Arrays.stream(ids).boxed().toList());
    assertThat(read)
        .isEqualTo(mails.termsOf().keySet().stream().sorted(Collections.reverseOrder()).toList());
    for (int i = 0; i < ids.length; i++) {
      assertThat(Ids.firstBelow(ids, ids[i])).isEqualTo(i + 1);
      assertThat(Ids.firstBelow(ids, ids[i] + 1)).isEqualTo(i);
      assertThat(Ids.contains(ids, ids[i])).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23, 24, 25, 26, 27, 28, 29, 30})
  void findsEachTermInTheLastBlockWhoseKeyIsNotGreater(long seed) throws Exception {
    Random random = new Random(seed);
    Mails mails = random(random, 1 + random.nextInt(1_500), 0);
    List<Block> blocks = terms(SegmentBuilder.build(mails.entries(), blockBytes(random)).blocks());
    SortedMap<String, List<Long>> index = mails.index();
    long[] ids = SegmentBuilder.build(mails.entries(), 1_800).ids();
    for (String term : index.keySet()) {
      byte[] bytes = term.getBytes(StandardCharsets.ISO_8859_1);
      PostingsCursor cursor = cursor(blocks, bytes);
      assertThat(cursor.frequency()).isEqualTo(index.get(term).size());
      List<Long> found = new ArrayList<>();
      int least = 0;
      for (int ordinal = cursor.advance(least);
          ordinal != PostingsCursor.END;
          ordinal = cursor.advance(least)) {
        found.add(ids[ordinal]);
        least = ordinal + 1;
      }
      assertThat(found).isEqualTo(index.get(term));
      skips(cursor(blocks, bytes), index.get(term), ids, random);
      byte[] other = Arrays.copyOf(bytes, Math.min(Block.MAX_TERM, bytes.length + 1));
      if (!index.containsKey(text(other))) {
        assertThat(cursor(blocks, other)).isNull();
      }
    }
  }

  private static void skips(PostingsCursor cursor, List<Long> messages, long[] ids, Random random)
      throws Exception {
    int least = 0;
    while (least < ids.length) {
      least += random.nextInt(300);
      long from = least < ids.length ? ids[least] : -1;
      int ordinal = cursor.advance(least);
      long expected = messages.stream().filter(message -> message <= from).findFirst().orElse(-1L);
      assertThat(ordinal == PostingsCursor.END ? -1L : ids[ordinal]).isEqualTo(expected);
      least = Math.max(least, ordinal == PostingsCursor.END ? ids.length : ordinal) + 1;
    }
  }

  private static PostingsCursor cursor(List<Block> blocks, byte[] term) {
    Block first = null;
    for (Block block : blocks) {
      int order = Arrays.compareUnsigned(block.term(), term);
      if (order < 0 || (order == 0 && block.doc() == 0)) {
        first = block;
      }
    }
    return first == null
        ? null
        : PostingsCursor.open(term, first, (t, lastDoc, least) -> more(blocks, t, lastDoc, least));
  }

  private static List<Block> more(List<Block> blocks, byte[] term, int lastDoc, int least) {
    List<Block> ofTerm =
        blocks.stream()
            .filter(block -> Arrays.equals(block.term(), term) && block.doc() > lastDoc)
            .toList();
    int from = 0;
    while (from + 1 < ofTerm.size() && ofTerm.get(from + 1).doc() <= least) {
      from++;
    }
    return ofTerm.subList(from, Math.min(ofTerm.size(), from + 2));
  }

  @ParameterizedTest
  @ValueSource(longs = {31, 32, 33, 34, 35, 36, 37, 38, 39, 40})
  void mergesAsIfAllThatIsKeptHadBeenBuiltAtOnce(long seed) {
    Random random = new Random(seed);
    int inputs = 1 + random.nextInt(8);
    Map<Long, SortedSet<byte[]>> all = new TreeMap<>();
    List<SegmentBuilder.Segment> segments = new ArrayList<>();
    long next = 0;
    for (int i = 0; i < inputs; i++) {
      // one after another, or interleaved
      Mails mails = random(random, 1 + random.nextInt(600), random.nextBoolean() ? next : i);
      mails.termsOf().keySet().removeAll(all.keySet());
      if (!mails.termsOf().isEmpty()) {
        all.putAll(mails.termsOf());
        next = Collections.max(all.keySet());
        segments.add(SegmentBuilder.build(mails.entries(), blockBytes(random)));
      }
    }
    Set<Long> dropped = new HashSet<>();
    int share = random.nextInt(4);
    all.keySet().forEach(id -> dropped.addAll(random.nextInt(4) < share ? Set.of(id) : Set.of()));

    IdMerge ids =
        IdMerge.of(
            segments.stream().map(SegmentBuilder.Segment::ids).toList(),
            (LongPredicate) id -> !dropped.contains(id));
    List<Block> output = new ArrayList<>();
    byte[] builtTo = FROM_START;
    boolean hasNext = true;
    int bytes = blockBytes(random);
    while (hasNext) { // as if each step ran in another process
      BlockWriter writer = new BlockWriter(bytes, output::add);
      SegmentMerge merge = merge(segments, ids, writer, builtTo);
      for (int i = random.nextInt(200); i >= 0 && merge.hasNext(); i--) {
        builtTo = merge.next();
      }
      writer.flush();
      hasNext = merge.hasNext();
    }

    assertThat(output).isSortedAccordingTo(Block::compareKey);
    assertThat(read(ids.ids(), output, FROM_START))
        .isEqualTo(new Mails(all).without(dropped).index());
  }

  private static SegmentMerge merge(
      List<SegmentBuilder.Segment> segments, IdMerge ids, BlockWriter writer, byte[] after) {
    List<SegmentMerge.Input> streams = new ArrayList<>();
    for (int i = 0; i < segments.size(); i++) {
      List<Block> blocks = terms(segments.get(i).blocks());
      int from = 0;
      while (from + 1 < blocks.size()
          && Arrays.compareUnsigned(blocks.get(from + 1).term(), after) <= 0) {
        from++;
      }
      SegmentReader reader =
          new SegmentReader(
              blocks.subList(from, blocks.size()).iterator(), segments.get(i).ids().length, after);
      streams.add(new SegmentMerge.Input(reader, ids.ordinals()[i]));
    }
    return new SegmentMerge(streams, writer);
  }

  @ParameterizedTest
  @ValueSource(longs = {41, 42, 43, 44, 45})
  void saysThatABlockIsDamagedOrReadsOtherTermsButNeverFailsOtherwise(long seed) {
    Random random = new Random(seed);
    Mails mails = random(random, 300, 0);
    SegmentBuilder.Segment segment = SegmentBuilder.build(mails.entries(), 300);
    for (int round = 0; round < 2_000; round++) {
      List<Block> blocks = new ArrayList<>(terms(segment.blocks()));
      int at = random.nextInt(blocks.size());
      blocks.set(at, damage(blocks.get(at), random));
      try {
        read(segment.ids(), blocks, FROM_START);
      } catch (StoreException e) {
        assertThat(e).hasMessageStartingWith("the search index is damaged: ");
      }
      try {
        Ids.read(damage(segment.blocks().get(random.nextInt(2)), random).data());
      } catch (StoreException e) {
        assertThat(e).hasMessageStartingWith("the search index is damaged: ");
      }
    }
  }

  private static Block damage(Block block, Random random) {
    byte[] data = block.data().clone();
    switch (random.nextInt(3)) {
      case 0 -> data = Arrays.copyOf(data, random.nextInt(data.length));
      case 1 -> data[random.nextInt(data.length)] = (byte) random.nextInt(256);
      default -> random.nextBytes(data);
    }
    return new Block(block.term(), block.doc(), data);
  }

  @ParameterizedTest
  @ValueSource(longs = {51, 52, 53})
  void saysThatABlockIsMissing(long seed) {
    Random random = new Random(seed);
    Mails mails = random(random, 3_000, 0);
    SegmentBuilder.Segment segment = SegmentBuilder.build(mails.entries(), 200);
    List<Block> blocks = new ArrayList<>(terms(segment.blocks()));
    int at = 0;
    while (!blocks.get(at).isContinuation()) {
      at++;
    }
    blocks.remove(at);
    assertThatThrownBy(() -> read(segment.ids(), blocks, FROM_START))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("a block is missing");
  }

  @ParameterizedTest
  @ValueSource(longs = {61, 62, 63})
  void keepsTheTermsOfSingleMails(long seed) {
    Random random = new Random(seed);
    for (SearchEntry mail : random(random, 200, 0).entries()) {
      List<byte[]> terms = List.copyOf(mail.terms());
      byte[] encoded = TermList.encode(terms);
      assertThat(TermList.decode(encoded).stream().map(SegmentsTest::text))
          .containsExactlyElementsOf(terms.stream().map(SegmentsTest::text).toList());
      List<byte[]> some = terms.stream().filter(term -> random.nextInt(3) == 0).toList();
      assertThat(TermList.hasAll(encoded, some)).isTrue();
      SortedSet<byte[]> more = new TreeSet<>(Arrays::compareUnsigned);
      more.addAll(some);
      more.add("absent".getBytes(StandardCharsets.UTF_8));
      assertThat(TermList.hasAll(encoded, List.copyOf(more))).isFalse();
    }
  }
}

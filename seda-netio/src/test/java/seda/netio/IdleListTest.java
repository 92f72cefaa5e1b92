package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IdleListTest {
  private final IdleList list = new IdleList();

  @Test
  void keepsTheOrderOfAppendingAfterAnyRemoval() {
    Random random = new Random(7);
    List<IdleList.Node> nodes = new ArrayList<>();
    List<IdleList.Node> expected = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      nodes.add(new IdleList.Node(null));
    }
    for (int step = 0; step < 5000; step++) {
      IdleList.Node node = nodes.get(random.nextInt(nodes.size()));
      node.remove();
      expected.remove(node);
      if (random.nextInt(3) > 0) {
        list.append(node, step);
        expected.add(node);
      }
      assertThat(list.oldest()).isSameAs(expected.isEmpty() ? null : expected.get(0));
    }
    for (IdleList.Node node : List.copyOf(expected)) {
      assertThat(list.oldest()).isSameAs(node);
      node.remove();
    }
    assertThat(list.oldest()).isNull();
  }

  @Test
  void removingWhatIsInNoListDoesNothing() {
    IdleList.Node node = new IdleList.Node(null);
    node.remove();
    list.append(node, 1);
    node.remove();
    node.remove();
    assertThat(list.oldest()).isNull();
  }
}

package seda.kernel.control;

import seda.kernel.ServiceClass;
import seda.kernel.control.SimulatedMix.Asker;

/**
 * Users who reload at once when they are refused, and when they have waited too long: what turns an
 * overload into a storm [Bronson et al., HotOS 2021]. A reload asks for the same page.
 */
final class ImpatientCrowd {
  private final SimulatedMix mix;
  private final long think;
  private final long reload;
  private final double patience;
  private int users;

  /**
   * Creates an empty crowd.
   *
   * @param thinkMillis pause after an answer
   * @param reloadMillis from a refusal to the reload
   * @param patience wait after which the user reloads, as a multiple of the target; 0 for users who
   *     wait for ever
   */
  ImpatientCrowd(SimulatedMix mix, double thinkMillis, double reloadMillis, double patience) {
    this.mix = mix;
    this.think = (long) (thinkMillis * 1e6);
    this.reload = (long) (reloadMillis * 1e6);
    this.patience = patience;
  }

  /** Lets users come, or go: those above the number send no further request. */
  void resize(int count) {
    int before = users;
    users = count;
    for (int user = before; user < count; user++) {
      int number = user;
      mix.after(user * (think + reload) / count, () -> ask(number, mix.anyType()));
    }
  }

  private void ask(int user, int type) {
    if (user >= users) {
      return;
    }
    Attempt attempt = new Attempt(user, type);
    mix.send(
        type,
        ServiceClass.DEFAULT,
        attempt,
        refused -> mix.after(reload, attempt::reloadIfWaiting));
    if (patience > 0) {
      mix.after((long) (patience * mix.type(type).targetMillis() * 1e6), attempt::reloadIfWaiting);
    }
  }

  private final class Attempt implements Asker {
    private final int user;
    private final int type;
    private boolean over;
    private boolean left;

    Attempt(int user, int type) {
      this.user = user;
      this.type = type;
    }

    @Override
    public void answered() {
      over = true;
    }

    @Override
    public void again() {
      if (!left) {
        over = true;
        mix.after(think, () -> ask(user, mix.anyType()));
      }
    }

    @Override
    public boolean hasLeft() {
      return left;
    }

    void reloadIfWaiting() {
      if (!over) {
        over = true;
        left = true;
        ask(user, type);
      }
    }
  }
}

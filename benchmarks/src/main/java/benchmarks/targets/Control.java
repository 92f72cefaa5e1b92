package benchmarks.targets;

import arashi.store.policy.Policy.Controller;

/** What controls admission while a figure is measured. */
enum Control {
  DEADLINE("deadline", Controller.DEADLINE, ""),
  AIMD("AIMD of the paper", Controller.AIMD, ""),
  THRESHOLD("queue threshold of the paper", Controller.THRESHOLD, ""),
  NONE("no control", Controller.NONE, " of admission; quality falls, so an answer is less work");

  private final String title;
  private final Controller controller;
  private final String caveat;

  Control(String title, Controller controller, String caveat) {
    this.title = title;
    this.controller = controller;
    this.caveat = caveat;
  }

  /** What its rates do not say by themselves; empty, or to follow the title. */
  String caveat() {
    return caveat;
  }

  String title() {
    return title;
  }

  Controller controller() {
    return controller;
  }
}

package benchmarks.targets;

import arashi.store.policy.Policy.Controller;

/** The admission control of a run. */
enum Control {
  DEADLINE("deadline", Controller.DEADLINE, ""),
  AIMD("AIMD of the paper", Controller.AIMD, ""),
  THRESHOLD("queue threshold of the paper", Controller.THRESHOLD, ""),
  NONE("no control", Controller.NONE, " of admission; quality falls, so an answer is less work");

  final String title;
  final Controller controller;

  /** Follows the title where its rates need an explanation; may be empty. */
  final String caveat;

  Control(String title, Controller controller, String caveat) {
    this.title = title;
    this.controller = controller;
    this.caveat = caveat;
  }
}

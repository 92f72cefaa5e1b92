package benchmarks.targets;

import arashi.store.Policy.Controller;

/** What controls admission while a figure is measured. */
enum Control {
  DEADLINE("deadline", Controller.DEADLINE),
  AIMD("AIMD of the paper", Controller.AIMD),
  THRESHOLD("queue threshold of the paper", Controller.THRESHOLD),
  NONE("no control", Controller.NONE);

  private final String title;
  private final Controller controller;

  Control(String title, Controller controller) {
    this.title = title;
    this.controller = controller;
  }

  String title() {
    return title;
  }

  Controller controller() {
    return controller;
  }
}

package arashi.deploy.service;

import picocli.CommandLine.Model.CommandSpec;

/** The root of a command line, whose commands a signal stops. */
public interface Stoppable {
  /** The signal that stops the command. */
  StopSignal signal();

  /** Returns the signal that stops a command of a {@link Stoppable} root. */
  static StopSignal signalOf(CommandSpec command) {
    return ((Stoppable) command.root().userObject()).signal();
  }
}

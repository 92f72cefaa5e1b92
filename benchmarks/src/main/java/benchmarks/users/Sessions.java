package benchmarks.users;

/**
 * Sessions of a phase. A session is a run of ten requests of one user. It begins with the user's
 * first request of the phase, or the first after one that was not answered, if that is answered.
 *
 * @param begun all sessions
 * @param finished sessions with ten answers
 * @param broken sessions with a refused or failed request; the end of the phase cut the others
 */
public record Sessions(int begun, int finished, int broken) {
  /** Requests of a whole session. */
  static final int REQUESTS = 10;

  /** Share of the sessions whose requests in the phase were all answered; 1 without sessions. */
  public double finishedShare() {
    return begun == 0 ? 1 : 1 - (double) broken / begun;
  }
}

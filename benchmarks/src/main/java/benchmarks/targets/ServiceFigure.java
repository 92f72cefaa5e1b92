package benchmarks.targets;

import java.io.IOException;

/** A figure of a paper, or one of ours, that is measured and drawn. */
interface ServiceFigure {

  /** What it is called on the command line, such as {@code usits-10}. */
  String name();

  /** What it shows, in a line. */
  String description();

  /** Measures it and writes plots and JSON; blocks for a minute or two. */
  void draw(FigureBench bench) throws IOException, InterruptedException;
}

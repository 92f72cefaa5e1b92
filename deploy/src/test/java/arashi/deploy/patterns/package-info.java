/**
 * Finds the regular expressions of all modules and the work of each on its worst input.
 *
 * <pre>
 *   sources ──► SourcePatterns ──► PatternsTest ◄── patterns.txt
 *                                      │
 *                     WorstInputs ──► Cost ──► CountedText
 * </pre>
 */
package arashi.deploy.patterns;

/** Mail for benchmarks: made up, or real; growing without end, with words to search for. */
package benchmarks.corpus;

/** Mail for benchmarks, generated or real, and words to search for. */
package benchmarks.corpus;

/**
 * The commands, one class each, and the options that they share.
 *
 * <p>{@link arashi.deploy.Main} runs one per process, on its main thread, which may block.
 */
package arashi.deploy.command;

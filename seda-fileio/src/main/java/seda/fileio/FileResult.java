package seda.fileio;

/** The outcome of a {@link FileRequest}. */
public sealed interface FileResult permits FileContent, FileUnchanged, FileOpened, FileFailed {}

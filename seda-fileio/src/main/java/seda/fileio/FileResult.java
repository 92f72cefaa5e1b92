package seda.fileio;

/** What became of a {@link FileRequest}. */
public sealed interface FileResult permits FileContent, FileUnchanged, FileOpened, FileFailed {}

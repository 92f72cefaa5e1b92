package arashi.web;

/** The content of a page. Each kind of page is a record that names its template. */
public sealed interface PageModel
    permits LoginPage,
        FoldersPage,
        JobsPage,
        ListPage,
        MessagePage,
        AttachedMailPage,
        SearchPage,
        ComposePage,
        AccountPage,
        SecurityPage,
        BusyPage,
        ResumePage,
        ErrorPage,
        BodyPage,
        UnshownBodyPage,
        ConsolePage,
        DeletedPage,
        HistoryPage,
        SettingsPage {

  /** Template file name, without folder and {@code .ftlh}. */
  String template();
}

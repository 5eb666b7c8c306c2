;;; eglot.el --- Emacs with eglot as a client of designlint -*- lexical-binding: t -*-
;; Diagnostics, hover, names, completion, quick fix and a new mistake, on a document whose columns differ in every way of counting.
;; `emacs -Q --batch -l eglot.el' in the folder of doc.md; exits 1 where it shows something else than it should.

(set-language-environment "UTF-8")
(dolist (folder (directory-files "/usr/share/emacs/site-lisp/elpa" t "^[a-z]"))
  (when (file-directory-p folder) (add-to-list 'load-path folder)))
(require 'eglot)
(require 'flymake)
(require 'cl-lib)

(define-derived-mode document-mode text-mode "document")
(add-to-list 'auto-mode-alist '("\\.md\\'" . document-mode))
(setq eglot-sync-connect 10
      eglot-send-changes-idle-time 0.05
      eglot-confirm-server-initiated-edits nil
      make-backup-files nil
      create-lockfiles nil)

(defun check-equal (found wanted what)
  "Ends Emacs where FOUND is not WANTED, which is about WHAT."
  (unless (equal found wanted)
    (princ (format "%s:\n  wanted %S\n  found  %S\n" what wanted found))
    (kill-emacs 1)))

(defun check-soon (wanted what look)
  "Waits up to 10 s until LOOK gives WANTED, which is about WHAT."
  (let ((until (+ (float-time) 10)) found)
    (while (and (not (equal (setq found (funcall look)) wanted)) (< (float-time) until))
      (accept-process-output nil 0.05))
    (check-equal found wanted what)))

(defun place (position)
  "`line:column' of POSITION, from 1 and in characters."
  (save-excursion (goto-char position) (format "%d:%d" (line-number-at-pos) (1+ (- (point) (line-beginning-position))))))

(defun shown ()
  "All diagnostics as `expected.txt' has them."
  (eglot--signal-textDocument/didChange)
  (flymake-start)
  (let ((by-place (lambda (a b)
                    (let ((a-begins (flymake-diagnostic-beg a)) (b-begins (flymake-diagnostic-beg b)))
                      (if (= a-begins b-begins)
                          (< (flymake-diagnostic-end a) (flymake-diagnostic-end b))
                        (< a-begins b-begins))))))
    (mapcar (lambda (d)
              (let ((sent (alist-get 'eglot-lsp-diag (flymake-diagnostic-data d))))
                (format "%s-%s %s[%s] %s"
                        (place (flymake-diagnostic-beg d))
                        (place (flymake-diagnostic-end d))
                        (nth (1- (plist-get sent :severity)) '("error" "warning" "info" "info"))
                        (plist-get sent :code)
                        (car (split-string (plist-get sent :message) "\n")))))
            (sort (flymake-diagnostics) by-place))))

(defun wanted ()
  "What the command line says of the document."
  (with-temp-buffer
    (insert-file-contents (getenv "EXPECTED"))
    (split-string (buffer-string) "\n" t)))

(defun line-at (number)
  "The text of line NUMBER."
  (save-excursion
    (goto-char (point-min))
    (forward-line (1- number))
    (buffer-substring-no-properties (line-beginning-position) (line-end-position))))

(defun at-line (number text)
  "Goes to the begin of TEXT on line NUMBER."
  (goto-char (point-min))
  (forward-line (1- number))
  (search-forward text (line-end-position))
  (goto-char (match-beginning 0)))

(defun text-of (range)
  "The text of RANGE, which is the server's."
  (let ((ends (eglot--range-region range))) (buffer-substring-no-properties (car ends) (cdr ends))))

(defun summary (item)
  "`line:column' of an xref ITEM, from 1."
  (let ((location (xref-item-location item)))
    (format "%d:%d" (xref-location-line location) (1+ (xref-file-location-column location)))))

(defun bytes-of (file)
  "The bytes of FILE."
  (with-temp-buffer (set-buffer-multibyte nil) (insert-file-contents-literally file) (buffer-string)))

(find-file "doc.md")
(check-equal (coding-system-eol-type buffer-file-coding-system) 1 "line ends of the document")
(let ((command (list (getenv "DESIGNLINT") "lsp")))
  (eglot--connect '(document-mode) (cons 'transient default-directory) 'eglot-lsp-server command "markdown"))
(eglot--maybe-activate-editing-mode)
(check-soon (wanted) "diagnostics" #'shown)

;; Hover, names and completion, with the places that Emacs counts.
(at-line 11 "54 ms")
(let ((hover (jsonrpc-request (eglot-current-server) 
                              :textDocument/hover (eglot--TextDocumentPositionParams) :deferred t)))
  (check-equal (text-of (plist-get hover :range)) "54 ms" "what the hover is about")
  (check-equal (car (split-string (plist-get (plist-get hover :contents) :value) "\n"))
               "wrong: 3 x 15 ms = 45 ms" "the first line of the hover, plain where Emacs shows no Markdown"))
(at-line 23 "page_bytes")
(check-equal (mapcar #'summary (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot)))
             '("22:1") "definition")
(check-equal (mapcar #'summary (xref-backend-references 'eglot (xref-backend-identifier-at-point 'eglot)))
             '("22:1" "23:20" "23:39") "references")
(eglot-rename "leaf_bytes")
(check-equal (line-at 22) "leaf_bytes = 16 x 1,024 B = 16,384 B   # 𝒑𝒂𝒈𝒆" "the definition, renamed")
(check-equal (line-at 23) "pool_bytes = 500 x leaf_bytes = 500 x 16,384 B = 8,912,000 B   # 🐘🐘" "the use, renamed")
;; At rest Emacs sends what was changed; here nobody rests.
(eglot--signal-textDocument/didChange)
(at-line 23 "leaf_bytes")
(eglot-rename "page_bytes")
(at-line 26 "=")
(end-of-line)
(let ((items (jsonrpc-request (eglot-current-server) 
                              :textDocument/completion (eglot--TextDocumentPositionParams) :deferred t)))
  (eglot--apply-text-edits (vector (plist-get (elt items 0) :textEdit))))
(check-equal (line-at 26) "With 🧊 pages of 4,096 B, three take 3 x 4,096 B = 12.288 KB" "line 26, completed")

;; The quick fix, as a person takes it: at the number that is wrong.
(at-line 11 "54 ms")
(let ((fixes (append (eglot-code-actions (line-beginning-position) (line-end-position) "quickfix") nil)))
  (check-equal (plist-get (car fixes) :title) "write 45 ms" "the first quick fix")
  (eglot--apply-workspace-edit (plist-get (car fixes) :edit)))
(check-equal (line-at 11) "Cafe\u0301 cre\u0300me bru\u0302le\u0301e: 3 x 15 ms = 45 ms, and n\u0303 again 3 x 15 ms = 45 ms."
             "line 11, mended")
(let ((rest (cl-remove-if (lambda (line) (string-prefix-p "11:" line)) (wanted))))
  (check-soon rest "diagnostics after the fix" #'shown))

;; A new mistake.
(goto-char (point-min))
(forward-line 6)
(delete-region (point) (line-end-position))
(insert "🎉 9 x 6 MB = 45 MB.")
(check-soon "7:3-7:19 error[arith-mismatch] `9 x 6 MB` is 54 MB, not 45 MB" "a new mistake" (lambda () (car (shown))))

;; Saved, the file has changed where the text did, and has its line ends.
(save-buffer)
(check-equal (length (split-string (bytes-of "doc.md") "\r\n")) (1+ (count-lines (point-min) (point-max))) "line ends")
(eglot-shutdown (eglot-current-server))
